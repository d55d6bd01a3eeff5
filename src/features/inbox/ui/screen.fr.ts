import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  inbox: {
    title: 'Boîte de réception',
    asks: 'Pour vous',
    nothing: 'Rien de nouveau pour vous.',
    all: 'Boîte de réception',
    titleUnread_one: 'Boîte de réception : {{count, number}} non lu(s)',
    titleUnread_other: 'Boîte de réception : {{count, number}} non lu(s)',
    unread: 'Nouveau',
    earlier: 'Plus tôt',
    readAll: 'Tout marquer comme lu',
    mails: 'E-mails',
    mailsHelp:
      'Ce qui arrive dans votre boîte de réception, envoyé aussi par e-mail. Seulement ce que vous pouvez lire et n’avez pas encore lu.',
    atOnce: 'Aussitôt',
    daily: 'Une fois par jour',
    never: 'Jamais',
    emptyTitle: 'Rien ici pour le moment',
    empty: 'Quand quelqu’un vous cite, vous répond ou vous demande quelque chose, vous le lisez ici.',
  },
};
