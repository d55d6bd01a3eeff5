import type { Messages } from '../../messages.ts';

export const find: Messages['find'] = {
  open: 'Alles durchsuchen',
  placeholder: 'Seiten, Medien, Ansichten, Aktionen …',
  none: 'Nichts gefunden. Versuchen Sie es mit einem anderen Wort aus dem Titel.',
  screens: 'Ansichten',
  actions: 'Aktionen',
  recent: 'Zuletzt geändert',
  pages: 'Seiten',
  media: 'Medien',
  blocks: 'Wiederverwendbare Blöcke',
  menus: 'Menüs',
};
