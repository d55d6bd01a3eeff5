import type { Messages } from '../../messages.ts';

export const scripts: Messages['scripts'] = {
  title: 'Tracking-Skripte',
  new: 'Neues Skript',
  emptyTitle: 'Noch keine Skripte',
  empty:
    'Code, der Besuche misst oder einen Chat zeigt und den Sie von seinem Hersteller haben. Die Website setzt ihn in ihre Seiten.',
  code: 'Code',
  codeHelp:
    'Wie sein Hersteller ihn Ihnen gibt. Er kann auf Ihren Seiten alles tun: Nehmen Sie ihn nur, wenn Sie ihm vertrauen.',
  where: 'Wo',
  everywhere: 'Auf allen Seiten',
  onSome: 'Auf einigen Seiten',
  onPages_one: 'Auf {{count}} Seite',
  onPages_other: 'Auf {{count}} Seiten',
  pages: 'Seiten',
  pagesHelp: 'Ihre Adressen, wie visit/getting-here. Die Eingabetaste fügt eine hinzu.',
  position: 'Platz in der Seite',
  positions: { head: 'Am Anfang', body: 'Am Ende' },
  priority: 'Reihenfolge',
  priorityHelp: 'Kleinere Zahlen kommen zuerst.',
  active: 'In Gebrauch',
  deleteTitle: '„{{name}}“ löschen?',
  deleteText: 'Die Website lädt es dann nicht mehr.',
  deleted: 'Skript gelöscht',
};
