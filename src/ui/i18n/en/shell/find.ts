/** Finding anything. */
export const find = {
  open: 'Find anything',
  placeholder: 'Pages, media, screens, actions…',
  none: 'Nothing found. Try another word from the title.',
  screens: 'Screens',
  actions: 'Actions',
  recent: 'Recently changed',
  pages: 'Pages',
  media: 'Media',
  blocks: 'Reusable blocks',
  menus: 'Menus',
};
