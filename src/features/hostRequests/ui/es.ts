import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  home: {
    hints: {
      HOST_REQUESTS:
        'Las solicitudes en el servidor Git no funcionan: quien administra este servidor debe revisar GIT_TOKEN.',
    },
  },
};
