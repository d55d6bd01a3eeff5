import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  presence: {
    others_one: '{{names}} hat das auch offen',
    others_other: '{{names}} haben das auch offen',
    isHere: '{{name}} ist in diesem Feld',
    isWriting: '{{name}} schreibt',
  },
};
