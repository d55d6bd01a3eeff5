/** Finding anything. */
export const find = {
  open: 'Find anything',
  placeholder: 'Pages, media, screens, actions …',
  none: 'Nothing fits. Try another word of the title.',
  screens: 'Screens',
  actions: 'Actions',
  recent: 'Lately changed',
  pages: 'Pages',
  media: 'Media',
  blocks: 'Reusable blocks',
  menus: 'Menus',
};
