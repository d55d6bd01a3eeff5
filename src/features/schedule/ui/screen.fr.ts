import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  schedule: {
    title: 'Planifié',
    none: 'Rien n’est planifié. Pour planifier une page, ouvrez-la, choisissez Publier et fixez une heure.',
    goesLive: 'sera en ligne',
    goesOffline: 'sera hors ligne',
    draftGoesLive: 'le brouillon sera en ligne',
    changeGoesLive: 'la modification sera en ligne',
    dayAt: '{{day}} à {{hour}}',
  },
};
