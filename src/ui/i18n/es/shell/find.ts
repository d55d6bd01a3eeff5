import type { Messages } from '../../messages.ts';

export const find: Messages['find'] = {
  open: 'Buscar',
  placeholder: 'Páginas, medios, temas, ajustes, acciones…',
  none: 'No se encontró nada. Probar con otra palabra.',
  screens: 'Pantallas',
  actions: 'Acciones',
  recent: 'Modificado hace poco',
  pages: 'Páginas',
  media: 'Medios',
  blocks: 'Bloques reutilizables',
  menus: 'Menús',
  terms: 'Temas y otros términos',
  settings: 'Ajustes',
};
