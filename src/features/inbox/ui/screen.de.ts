import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  inbox: {
    title: 'Posteingang',
    asks: 'Für Sie',
    nothing: 'Nichts Neues für Sie.',
    all: 'Posteingang',
    titleUnread_one: 'Posteingang: {{count, number}} ungelesen',
    titleUnread_other: 'Posteingang: {{count, number}} ungelesen',
    unread: 'Neu',
    earlier: 'Früher',
    readAll: 'Alle als gelesen markieren',
    mails: 'E-Mails',
    mailsHelp: 'Was in Ihrem Posteingang ist, auch per E-Mail. Nur was Sie lesen dürfen und noch nicht gelesen haben.',
    atOnce: 'Sofort',
    daily: 'Einmal am Tag',
    never: 'Nie',
    emptyTitle: 'Noch nichts hier',
    empty: 'Wenn jemand Sie erwähnt, Ihnen antwortet oder Sie um etwas bittet, lesen Sie es hier.',
  },
};
