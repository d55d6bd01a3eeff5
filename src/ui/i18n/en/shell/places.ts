/** Headings of the navigation, and lines of it whose screens bring their words along. */
export const places = {
  site: 'Site',
  system: 'Administration',
  types: 'Types',
  topics: 'Topics',
  menus: 'Menus',
};
