import type { Messages } from '../../messages.ts';

export const tree: Messages['tree'] = {
  grip: '„{{name}}“ verschieben',
  help: 'Die Pfeile nach oben und unten verschieben es unter seinen Nachbarn, der nach rechts ordnet es dem davor unter, der nach links holt es heraus.',
  actions: 'Was mit „{{name}}“ getan werden kann',
  search: 'In „{{name}}“ suchen',
  noneFound: 'Hier heißt nichts so.',
  up: 'Nach oben',
  down: 'Nach unten',
  in: 'Dem davor unterordnen',
  out: 'Eine Stufe herausholen',
  moved: '„{{name}}“ steht jetzt an Stelle {{position}}.',
  movedBelow: '„{{name}}“ steht jetzt an Stelle {{position}} unter „{{parent}}“.',
};
