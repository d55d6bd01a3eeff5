import type { Messages } from '../../messages.ts';

export const places: Messages['places'] = {
  site: 'Site',
  system: 'Administration',
  types: 'Types',
  topics: 'Thèmes',
  menus: 'Menus',
};
