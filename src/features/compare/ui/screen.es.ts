import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  compare: {
    hint: 'Lo que difiere entre dos días, o entre lo que está en línea y un cambio. Elija lo que debe ser como era: se pone en un cambio, que puede mirar antes de publicarlo.',
    from: 'Antes',
    to: 'Después',
    now: 'En línea ahora',
    onDay: 'Un día',
    day: 'Día',
    change: 'Cambio: {{title}}',
    everything: 'Todo',
    none: 'Nada difiere',
    noneText: 'Estas dos versiones del sitio son iguales.',
    choose: 'Elegir {{name}}',
    more: 'Mostrar más',
    files_one: 'Difiere {{count, number}} archivo más.',
    files_other: 'Difieren {{count, number}} archivos más.',
    bring_one: 'Poner {{count, number}} como era',
    bring_other: 'Poner {{count, number}} como eran',
    bringNone: 'Poner como era',
    done: 'En este cambio es como era.',
    nothing: 'Todo es ya así.',
    clashTitle: 'Editado de nuevo desde entonces',
    clashText_one: '{{count, number}} valor es ahora otro:',
    clashText_other: '{{count, number}} valores son ahora otros:',
    keep: 'Dejar estos como están ahora',
    takeAll: 'Poner también estos como eran',
    goOn: 'Poner como era',
  },
};
