import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  home: {
    hints: {
      GIT_HOST:
        'Der Abgleich mit dem Git-Host funktioniert gerade nicht. Nichts ist verloren, und Quire versucht es weiter.',
    },
  },
  sync: { title: 'Git-Host' },
};
