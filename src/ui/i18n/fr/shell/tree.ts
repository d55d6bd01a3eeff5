import type { LateMessages } from '../../messages.ts';

export const tree: LateMessages['tree'] = {
  grip: 'Déplacer « {{name}} »',
  help: 'Les flèches haut et bas le déplacent parmi ses voisins. Droite le place sous l’élément précédent, gauche le sort d’un niveau.',
  actions: 'Actions pour « {{name}} »',
  search: 'Rechercher dans « {{name}} »',
  noneFound: 'Rien trouvé ici. Essayez un autre mot.',
  up: 'Monter',
  down: 'Descendre',
  in: 'Placer sous l’élément précédent',
  out: 'Sortir d’un niveau',
  movedLive_one: 'Déplacé. C’est en ligne.',
  movedLive_other: '{{count, number}} déplacements. Ils sont en ligne.',
  taken: '« {{name}} » est en cours de déplacement.',
  lands: '« {{name}} » serait à la position {{position}}.',
  landsBelow: '« {{name}} » serait à la position {{position}} sous « {{parent}} ».',
  notMoved: '« {{name}} » reste où il était.',
  moved: '« {{name}} » est maintenant à la position {{position}}.',
  movedBelow: '« {{name}} » est maintenant à la position {{position}} sous « {{parent}} ».',
};
