import type { Messages } from '../../messages.ts';

export const draft: Messages['draft'] = {
  publish: 'Publicar',
  schedule: 'Guardar y programar',
  save: 'Guardar borrador',
  keeping: { keeping: 'Conservando…', kept: 'Conservado', local: 'Conservado solo en este navegador' },
  by: 'borrador de {{author}}',
  goesLive: 'se publica el borrador',
  discard: 'Descartar borrador',
  discardText: 'El borrador desaparece para todas las personas que trabajan aquí. Los visitantes no notan nada.',
  discarded: 'Borrador descartado. Lo publicado no ha cambiado.',
  publishNow: 'Publicar ahora',
  now: 'Ahora',
  later: 'A una hora',
  publishAt: 'Publicar el',
  willPublish: 'Se publicará el {{time}}. Hasta entonces los visitantes ven lo que ven ahora.',
  scheduledFor: 'Se publica',
  showDifferences: 'Mostrar las diferencias',
  name: 'borrador',
  restoredTitle: 'El trabajo sin guardar sigue aquí',
  restored: 'Se escribió, pero no se guardó:',
  discardTyped: 'Descartar lo no guardado',
};
