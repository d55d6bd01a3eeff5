import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  presence: {
    others_one: '{{names}} también tiene esto abierto',
    others_other: '{{names}} también tienen esto abierto',
    isHere: '{{name}} está en este campo',
    isWriting: '{{name}} está escribiendo',
  },
};
