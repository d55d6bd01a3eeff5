import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  home: {
    hints: {
      HOST_REQUESTS:
        'Anfragen am Git-Host können weder gelesen noch gestellt werden. Wer diesen Server betreibt, muss das Token und die Einstellungen für den Git-Host prüfen.',
    },
  },
};
