/** Trees of items: menus, terms. */
export const tree = {
  grip: 'Move “{{name}}”',
  help: 'The up and down arrow keys move it among its neighbours. Right puts it under the item before it, left moves it out one level.',
  actions: 'Actions for “{{name}}”',
  search: 'Search in “{{name}}”',
  noneFound: 'Nothing found here. Try another word.',
  up: 'Move up',
  down: 'Move down',
  in: 'Move under the item before it',
  out: 'Move out one level',
  moved: '“{{name}}” is now at position {{position}}.',
  movedBelow: '“{{name}}” is now at position {{position}} under “{{parent}}”.',
};
