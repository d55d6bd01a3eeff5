import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  translationFiles: {
    out: 'Para traducir',
    outHelp:
      'Todos los textos de las páginas elegidas con sus traducciones actuales, en un archivo que abren los programas de traducción.',
    to: 'Al idioma',
    state: 'Qué páginas',
    states: {
      all: 'Todas las páginas',
      missing: 'Sin traducción',
      outdated: 'Traducción desactualizada',
      draft: 'La traducción es un borrador',
      current: 'Traducción actualizada',
    },
    type: 'Tipo',
    allTypes: 'Todos los tipos',
    format: 'Formato',
    formats: { xliff: 'XLIFF 1.2', xliff2: 'XLIFF 2.1', json: 'JSON' },
    download: 'Descargar',
    oneLanguage: 'Este sitio tiene un solo idioma. Primero hay que añadir otro en los ajustes.',
    back: 'De vuelta de la traducción',
    backHelp: 'Las traducciones se colocan en un cambio, para poder verlas antes de publicarlas.',
    choose: 'Elegir un archivo',
    placed_one: '{{count}} texto está en el cambio «{{title}}».',
    placed_other: '{{count}} textos están en el cambio «{{title}}».',
    nothing: 'Todo lo que contiene el archivo ya está aquí. No ha cambiado nada.',
    look: 'Ver el cambio',
    left_one: '{{count}} texto no se pudo colocar',
    left_other: '{{count}} textos no se pudieron colocar',
    reasons: {
      gone: 'Ese texto ya no existe.',
      changed: 'El original ha cambiado desde que se hizo el archivo.',
      codes: 'Falta un enlace, una imagen o un formato del original, o es desconocido.',
      structure: 'La traducción tiene otra estructura que el original y no está completa.',
      taken: 'Otra página tiene la dirección.',
      noRight: 'No está permitido modificar esta página.',
      invalid: 'La página no sería válida.',
    },
  },
};
