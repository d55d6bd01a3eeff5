import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  compare: {
    hint: 'Ce qui diffère entre deux jours, ou entre ce qui est en ligne et des modifications en cours. Choisissez ce qui doit redevenir comme avant : vous regardez le résultat avant de le publier.',
    from: 'Avant',
    to: 'Après',
    now: 'En ligne maintenant',
    onDay: 'Un jour',
    day: 'Jour',
    change: 'Modifications : {{title}}',
    everything: 'Tout',
    none: 'Rien ne diffère',
    noneText: 'Ces deux versions du site sont les mêmes.',
    choose: 'Choisir {{name}}',
    more: 'Afficher plus',
    files_one: '{{count, number}} autre fichier diffère.',
    files_other: '{{count, number}} autres fichiers diffèrent.',
    bring_one: 'Remettre {{count, number}} comme avant',
    bring_other: 'Remettre {{count, number}} comme avant',
    bringNone: 'Remettre comme avant',
    done: 'Ici, c’est comme avant.',
    nothing: 'Tout est déjà ainsi.',
    clashTitle: 'Modifié de nouveau depuis',
    clashText_one: '{{count, number}} valeur est maintenant une autre :',
    clashText_other: '{{count, number}} valeurs sont maintenant d’autres :',
    keep: 'Les laisser comme elles sont maintenant',
    takeAll: 'Les remettre aussi comme avant',
    goOn: 'Remettre comme avant',
  },
};
