import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  watchlist: {
    title: 'Ce que vous suivez',
    watch: 'Suivre',
    stop: 'Ne plus suivre',
    watching: 'Suivi',
    watchHelp: 'Ce que d’autres font ici arrivera dans votre boîte de réception',
    all: 'Afficher les {{count, number}}',
    changed: 'Nouveau',
    somebody: 'Quelqu’un',
    sinceShort: 'Modifié depuis votre passage',
    since: 'Depuis votre dernier passage,',
    didLive: '{{people}} : modifications en ligne ({{what}})',
    didEdit_one: '{{people}} : une valeur modifiée',
    didEdit_other: '{{people}} : {{count, number}} valeurs modifiées',
    blocks_one: 'un bloc',
    blocks_other: '{{count, number}} blocs',
    compare: 'Comparer les deux versions',
    showEdits: 'Afficher les modifications',
    hideEdits: 'Masquer les modifications',
  },
};
