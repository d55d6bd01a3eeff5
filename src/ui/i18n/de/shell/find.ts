import type { Messages } from '../../messages.ts';

export const find: Messages['find'] = {
  open: 'Alles finden',
  placeholder: 'Seiten, Medien, Themen, Aktionen …',
  none: 'Nichts gefunden. Versuchen Sie es mit einem anderen Wort.',
  screens: 'Ansichten',
  actions: 'Aktionen',
  recent: 'Zuletzt geändert',
  pages: 'Seiten',
  media: 'Medien',
  blocks: 'Wiederverwendbare Blöcke',
  menus: 'Menüs',
  terms: 'Themen und andere Begriffe',
  settings: 'Einstellungen',
};
