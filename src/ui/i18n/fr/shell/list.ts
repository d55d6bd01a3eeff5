import type { Messages } from '../../messages.ts';

export const list: Messages['list'] = {
  sortBy: 'Trier par {{column}}',
  columns: 'Colonnes',
  drag: 'Déplacer {{name}}',
  dragHelp:
    'Appuyez sur Espace pour saisir, sur les flèches pour déplacer, et à nouveau sur Espace pour déposer. Échap annule.',
  lifted: 'Saisi. Position {{place}} sur {{count, number}}.',
  movedTo: 'Position {{place}} sur {{count, number}}.',
  dropped: 'Déposé à la position {{place}} sur {{count, number}}.',
  dragCancelled: 'Annulé. Il est revenu à sa place.',
  clearSelection: 'Effacer la sélection',
  showAll: 'Tout afficher',
  noneFoundHelp: 'Changez la recherche ou les filtres.',
};
