/** What is said around the frames of extensions; loaded together with them. */
export const frames = {
  title: 'Extensions',
  before: 'Before “{{title}}”',
  after: 'After “{{title}}”',
  asks: 'Asked by the extension “{{title}}”.',
  choose: 'Choose',
  silent: '“{{title}}” cannot be shown at the moment.',
  moved: '“{{title}}” has left its own page, so it was stopped.',
  flooding: '“{{title}}” sent too much at once, so it was stopped.',
  thieving: '“{{title}}” took the place of where you were typing, so it was stopped.',
  version: '“{{title}}” is made for a newer version of Quire.',
  retry: 'Load it again',
};
