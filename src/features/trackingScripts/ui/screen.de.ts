import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  trackingScripts: {
    new: 'Neues Skript',
    emptyTitle: 'Noch keine Skripte',
    empty:
      'Ein Skript ist Code eines anderen Dienstes, etwa um Besuche zu zählen oder einen Chat zu zeigen. Die Website fügt ihn in ihre Seiten ein.',
    code: 'Code',
    codeHelp:
      'Fügen Sie ihn genau so ein, wie Sie ihn vom Dienst bekommen. Er kann auf Ihren Seiten alles tun: Verwenden Sie nur Code, dem Sie vertrauen.',
    where: 'Wo',
    everywhere: 'Auf allen Seiten',
    onSome: 'Auf einigen Seiten',
    onPages_one: 'Auf {{count, number}} Seite',
    onPages_other: 'Auf {{count, number}} Seiten',
    pages: 'Seiten',
    pagesHelp: 'Ihre Adressen, etwa visit/getting-here. Mit der Eingabetaste fügen Sie eine hinzu.',
    position: 'Position auf der Seite',
    positions: { head: 'Am Anfang', body: 'Am Ende' },
    priority: 'Reihenfolge',
    priorityHelp: 'Kleinere Zahlen kommen zuerst.',
    active: 'Aktiv',
    deleteTitle: '„{{name}}“ löschen?',
    deleteText: 'Die Website lädt es dann nicht mehr.',
    deleted: 'Skript gelöscht',
  },
};
