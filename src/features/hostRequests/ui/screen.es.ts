import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  hostRequest: {
    hosts: { github: 'GitHub', gitlab: 'GitLab', gitea: 'el servidor Git' },
    title: 'Revisión en {{host}}',
    none: 'Otras personas pueden ver este cambio en {{host}} e incorporarlo allí. Entonces también se publica aquí.',
    open: 'Abrir una solicitud',
    openAgain: 'Abrir otra solicitud',
    opened: 'La solicitud está abierta',
    numbered: 'Solicitud {{number}}',
    states: { open: 'Abierta', draft: 'Borrador', merged: 'Incorporada', closed: 'Cerrada' },
    outdated: 'La solicitud aún no incluye las últimas ediciones. Se enviarán en unos segundos.',
    mergeability: {
      ready: 'Se puede incorporar',
      clashes: 'Choca con lo publicado allí',
      blocked: 'Todavía falta algo que allí es obligatorio',
      checking: 'Se está comprobando',
    },
    missing_one: 'Falta {{count, number}} aprobación',
    missing_other: 'Faltan {{count, number}} aprobaciones',
    approved: 'Aprobado por {{by}}',
    changesRequested: '{{by}} pide cambios',
    checks: 'Comprobaciones',
    checkStates: { passed: 'superada', failed: 'fallida', running: 'en curso', skipped: 'omitida' },
    builds: 'Compilaciones de este cambio',
    close: 'Cerrar la solicitud',
    closeTitle: '¿Cerrar la solicitud?',
    closeText: 'No se incorpora nada allí. El cambio se mantiene con todas sus ediciones.',
    closed: 'La solicitud está cerrada',
    closedThere: 'La solicitud se cerró sin incorporar el cambio.',
    mergedThere: 'El cambio se incorporó allí. Lo editado desde entonces sigue aquí.',
    form: {
      title: 'Título',
      text: 'Mensaje',
      textHelp: 'Lo que deben saber quienes revisan. Lo que edita este cambio se añade automáticamente.',
      preview: 'Añadir un enlace a la vista previa',
      previewHelp: 'Quien pueda leer la solicitud podrá abrirlo durante 30 días, sin cuenta.',
    },
    reading: 'Consultando {{host}}…',
  },
};
