import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  undo: {
    hint: 'Elija de quién son las ediciones y desde cuándo. Se deshacen en un cambio, que puede mirar antes de publicarlo. Lo que otros han editado desde entonces se queda.',
    anyone: 'Todas las personas',
    agents: 'Claves y agentes',
    developers: 'Desarrollo, con git',
    anyType: 'Todo',
    since: 'Desde',
    until: 'Hasta antes de',
    emptyTitle: 'Ninguna edición coincide',
    empty: 'Elija otra persona u otro tiempo.',
    what: 'Qué',
    who: 'Quién',
    when: 'Cuándo',
    more: 'y {{count}} más',
    take_one: 'Deshacer {{count, number}} edición',
    take_other: 'Deshacer {{count, number}} ediciones',
    nothing: 'De estas ediciones ya no queda nada.',
    done: 'Están deshechas en este cambio.',
    clashTitle: 'Editado de nuevo desde entonces',
    clashText_one: '{{count, number}} valor se ha editado de nuevo desde entonces:',
    clashText_other: '{{count, number}} valores se han editado de nuevo desde entonces:',
    keep: 'Dejar estos como están ahora',
    takeAll: 'Deshacer también estos',
    goOn: 'Deshacer',
  },
};
