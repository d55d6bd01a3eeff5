import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  schedule: {
    title: 'Geplant',
    none: 'Nichts ist geplant. Um eine Seite zu planen, öffnen Sie sie, wählen Sie „Veröffentlichen“ und legen Sie einen Zeitpunkt fest.',
    goesLive: 'geht online',
    goesOffline: 'geht offline',
    draftGoesLive: 'Entwurf geht online',
    changeGoesLive: 'Änderung geht online',
    dayAt: '{{day}} um {{hour}}',
  },
};
