import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  compare: {
    title: 'Comparar',
  },
};
