import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  blame: {
    title: 'Quién escribió qué',
    close: 'Cerrar «Quién escribió qué»',
    of: 'Quién escribió {{label}}:',
    hint: 'Todas las ediciones de las que queda algo en esta página. Elija un valor para ver lo que había antes.',
    all: 'Todas las ediciones',
    before: 'Antes:',
    nothingBefore: 'Antes no había nada.',
    notSaved: 'No se sabe: aún no está guardado, o no puede leerlo.',
    more_one: 'y {{count}} valor más',
    more_other: 'y {{count}} valores más',
    agent: 'Agente',
    aChange: 'un cambio',
    published: 'Publicado con «{{title}}» por {{name}}.',
    approved: 'Aprobado por {{names}}.',
  },
};
