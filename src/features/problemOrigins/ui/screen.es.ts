import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  problemOrigins: {
    since: 'Desde',
    undo: 'Deshacer esa edición',
    askTitle: '¿Deshacer la edición que trajo esto?',
    ask: 'La edición de {{name}} se deshace entera, de inmediato. Lo que se ha editado desde entonces se queda.',
    undone: 'La edición está deshecha.',
  },
};
