import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  home: {
    hints: {
      GIT_HOST:
        'Le contenu ne peut pas être synchronisé avec le serveur Git pour le moment. Rien n’est perdu, et Quire continue d’essayer.',
    },
  },
  sync: { title: 'Serveur Git' },
};
