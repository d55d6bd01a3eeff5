import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './en.ts';

export const words: TranslatedWords<typeof en> = {
  home: {
    hints: {
      GIT_HOST:
        'Por el momento el contenido no se puede sincronizar con el servidor Git. No se pierde nada, y Quire lo sigue intentando.',
    },
  },
  sync: { title: 'Servidor Git' },
};
