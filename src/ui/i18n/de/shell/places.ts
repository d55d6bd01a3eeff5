import type { Messages } from '../../messages.ts';

export const places: Messages['places'] = {
  site: 'Website',
  system: 'Administration',
  types: 'Typen',
  topics: 'Themen',
  menus: 'Menüs',
};
