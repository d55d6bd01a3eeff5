import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  home: {
    hints: {
      HOST_REQUESTS:
        'Les demandes sur le serveur Git ne fonctionnent pas : la personne qui exploite ce serveur doit vérifier GIT_TOKEN.',
    },
  },
};
