/** Things that stand below each other. */
export const tree = {
  grip: 'Move “{{name}}”',
  help: 'Up and down arrows move it among its neighbours, right puts it below the one before, left takes it out.',
  actions: 'What can be done with “{{name}}”',
  search: 'Search in “{{name}}”',
  noneFound: 'Nothing here has this in its name.',
  up: 'Move up',
  down: 'Move down',
  in: 'Put below the one before',
  out: 'Take out one step',
  moved: '“{{name}}” is now number {{position}}.',
  movedBelow: '“{{name}}” is now number {{position}} below “{{parent}}”.',
};
