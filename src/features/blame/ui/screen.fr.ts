import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  blame: {
    title: 'Qui a écrit quoi',
    close: 'Fermer « Qui a écrit quoi »',
    of: 'Qui a écrit {{label}} :',
    hint: 'Toutes les modifications dont il reste quelque chose sur cette page. Choisissez une valeur pour voir ce qu’il y avait avant.',
    all: 'Toutes les modifications',
    before: 'Avant :',
    nothingBefore: 'Avant, il n’y avait rien.',
    notSaved: 'Inconnu : pas encore enregistré, ou vous ne pouvez pas le lire.',
    more_one: 'et {{count}} autre valeur',
    more_other: 'et {{count}} autres valeurs',
    agent: 'Agent',
    aChange: 'une modification groupée',
    published: 'Publié avec « {{title}} » par {{name}}.',
    approved: 'Approuvé par {{names}}.',
  },
};
