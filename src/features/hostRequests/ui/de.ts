import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  home: {
    hints: {
      HOST_REQUESTS: 'Anfragen am Git-Host gelingen nicht: Wer diesen Server betreibt, muss GIT_TOKEN prüfen.',
    },
  },
};
