import type { Messages } from '../../messages.ts';

export const find: Messages['find'] = {
  open: 'Alles finden',
  placeholder: 'Seiten, Medien, Ansichten, Aktionen …',
  none: 'Nichts passt. Versuchen Sie ein anderes Wort des Titels.',
  screens: 'Ansichten',
  actions: 'Aktionen',
  recent: 'Zuletzt geändert',
  pages: 'Seiten',
  media: 'Medien',
  blocks: 'Wiederverwendbare Blöcke',
  menus: 'Menüs',
};
