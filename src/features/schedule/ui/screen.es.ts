import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  schedule: {
    title: 'Programado',
    none: 'No hay nada programado. Para programar una página, abrirla, elegir Publicar y fijar una hora.',
    goesLive: 'se publicará',
    goesOffline: 'se retirará',
    draftGoesLive: 'se publica el borrador',
    changeGoesLive: 'se publica el cambio',
    dayAt: '{{day}}, {{hour}}',
  },
};
