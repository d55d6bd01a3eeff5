/** Headings of the navigation. */
export const places = {
  site: 'Site',
  system: 'Administration',
  types: 'Types',
};
