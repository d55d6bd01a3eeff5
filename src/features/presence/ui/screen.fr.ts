import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  presence: {
    others_one: '{{names}} a aussi ouvert ceci',
    others_other: '{{names}} ont aussi ouvert ceci',
    isHere: '{{name}} est dans ce champ',
    isWriting: '{{name}} est en train d’écrire',
  },
};
