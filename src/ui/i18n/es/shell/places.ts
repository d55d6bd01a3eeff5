import type { Messages } from '../../messages.ts';

export const places: Messages['places'] = {
  site: 'Sitio',
  system: 'Administración',
  types: 'Tipos',
  topics: 'Temas',
  menus: 'Menús',
};
