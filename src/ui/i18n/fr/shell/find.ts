import type { Messages } from '../../messages.ts';

export const find: Messages['find'] = {
  open: 'Tout rechercher',
  placeholder: 'Pages, médias, thèmes, réglages, actions…',
  none: 'Rien trouvé. Essayez un autre mot.',
  screens: 'Écrans',
  actions: 'Actions',
  recent: 'Modifié récemment',
  pages: 'Pages',
  media: 'Médias',
  blocks: 'Blocs réutilisables',
  menus: 'Menus',
  terms: 'Thèmes et autres termes',
  settings: 'Réglages',
};
