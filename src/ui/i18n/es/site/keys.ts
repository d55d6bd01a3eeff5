import type { LateMessages } from '../../messages.ts';

export const keys: LateMessages['keys'] = {
  new: 'Nueva clave',
  emptyTitle: 'Aún no hay claves',
  empty: 'Una clave da acceso a un programa: un sitio que muestra borradores, un importador, un asistente.',
  nameHelp: 'Para qué sirve, para reconocerla más tarde.',
  begins: 'Empieza por',
  may: 'Lo que puede hacer',
  rights: { read: 'Leer', write: 'Leer y escribir', all: 'Todo' },
  rightsHelp: {
    read: 'Lo ve todo, no cambia nada.',
    write: 'Además escribe páginas, medios, menús y temas.',
    all: 'Además ajustes, tipos, personas y claves.',
  },
  lastUsed: 'Último uso',
  expires: 'Caduca',
  never: 'nunca',
  spans: { never: 'Nunca', keep: 'Dejar como está', days30: 'En 30 días', days90: 'En 90 días', days365: 'En un año' },
  made: 'La clave para «{{name}}»',
  madeText: 'Hay que introducirla en el programa ahora.',
  deleteTitle: '¿Eliminar la clave «{{name}}»?',
  deleteText: 'Los programas que la usan pierden el acceso.',
  deleted: 'Clave eliminada',
};
