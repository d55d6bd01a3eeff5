import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  problemOrigins: {
    since: 'Depuis',
    undo: 'Annuler cette modification',
    askTitle: 'Annuler la modification qui a causé cela ?',
    ask: 'La modification de {{name}} est annulée en entier, tout de suite. Ce qui a été modifié depuis reste.',
    undone: 'La modification est annulée.',
  },
};
