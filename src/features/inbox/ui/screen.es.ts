import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  inbox: {
    title: 'Bandeja de entrada',
    asks: 'Requiere atención',
    nothing: 'No hay novedades.',
    all: 'Bandeja de entrada',
    titleUnread_one: 'Bandeja de entrada: {{count, number}} sin leer',
    titleUnread_other: 'Bandeja de entrada: {{count, number}} sin leer',
    unread: 'Nuevo',
    earlier: 'Anteriores',
    readAll: 'Marcar todo como leído',
    mails: 'Correos',
    mailsHelp:
      'Lo que llega a la bandeja de entrada, enviado también por correo. Solo lo que se puede leer y aún no se ha leído.',
    atOnce: 'Al momento',
    daily: 'Una vez al día',
    never: 'Nunca',
    emptyTitle: 'Aquí aún no hay nada',
    empty: 'Aquí aparecen las menciones, las respuestas y las peticiones.',
  },
};
