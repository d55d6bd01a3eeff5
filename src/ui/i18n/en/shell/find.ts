/** Finding anything. */
export const find = {
  open: 'Find anything',
  placeholder: 'Pages, media, topics, settings, actions…',
  none: 'Nothing found. Try another word.',
  screens: 'Screens',
  actions: 'Actions',
  recent: 'Recently changed',
  pages: 'Pages',
  media: 'Media',
  blocks: 'Reusable blocks',
  menus: 'Menus',
  terms: 'Topics and other terms',
  settings: 'Settings',
};
