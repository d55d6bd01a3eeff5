import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  undo: {
    hint: 'Choisissez de qui sont les modifications, et depuis quand. Elles sont annulées ensemble, et vous regardez le résultat avant de le publier. Ce que d’autres ont modifié depuis reste.',
    anyone: 'Toutes les personnes',
    agents: 'Clés et agents',
    developers: 'Développement, avec git',
    anyType: 'Tout',
    since: 'Depuis',
    until: 'Jusqu’avant',
    emptyTitle: 'Aucune modification ne correspond',
    empty: 'Choisissez une autre personne ou un autre moment.',
    what: 'Quoi',
    who: 'Qui',
    when: 'Quand',
    more: 'et {{count}} autres',
    take_one: 'Annuler {{count, number}} modification',
    take_other: 'Annuler {{count, number}} modifications',
    nothing: 'Il ne reste rien de ces modifications.',
    done: 'Elles sont annulées ici.',
    clashTitle: 'Modifié de nouveau depuis',
    clashText_one: '{{count, number}} valeur a été modifiée de nouveau depuis :',
    clashText_other: '{{count, number}} valeurs ont été modifiées de nouveau depuis :',
    keep: 'Les laisser comme elles sont maintenant',
    takeAll: 'Les annuler aussi',
    goOn: 'Annuler ces modifications',
  },
};
