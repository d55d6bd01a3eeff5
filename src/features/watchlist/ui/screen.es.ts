import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  watchlist: {
    title: 'Lo que sigue',
    watch: 'Seguir',
    stop: 'Dejar de seguir',
    watching: 'Siguiendo',
    watchHelp: 'Lo que otros hagan aquí llegará a su bandeja de entrada',
    all: 'Mostrar los {{count, number}}',
    changed: 'Nuevo',
    somebody: 'Alguien',
    sinceShort: 'Cambiado desde su última visita',
    since: 'Desde su última visita,',
    didLive: '{{people}}: cambios en línea ({{what}})',
    didEdit_one: '{{people}}: un valor editado',
    didEdit_other: '{{people}}: {{count, number}} valores editados',
    blocks_one: 'un bloque',
    blocks_other: '{{count, number}} bloques',
    compare: 'Comparar las dos versiones',
    showEdits: 'Mostrar los cambios',
    hideEdits: 'Ocultar los cambios',
  },
};
