import type { LateMessages } from '../../messages.ts';

export const tree: LateMessages['tree'] = {
  grip: '„{{name}}“ verschieben',
  help: 'Die Pfeiltasten nach oben und unten verschieben den Eintrag zwischen seinen Nachbarn. Nach rechts wird er dem Eintrag davor untergeordnet, nach links rückt er eine Ebene heraus.',
  actions: 'Aktionen für „{{name}}“',
  search: 'In „{{name}}“ suchen',
  noneFound: 'Hier wurde nichts gefunden. Versuchen Sie ein anderes Wort.',
  up: 'Nach oben',
  down: 'Nach unten',
  in: 'Dem Eintrag davor unterordnen',
  out: 'Eine Ebene herausrücken',
  movedLive_one: 'Verschoben. Es ist online.',
  movedLive_other: '{{count, number}}-mal verschoben. Es ist online.',
  taken: '„{{name}}“ wird verschoben.',
  lands: '„{{name}}“ käme an Stelle {{position}}.',
  landsBelow: '„{{name}}“ käme an Stelle {{position}} unter „{{parent}}“.',
  notMoved: '„{{name}}“ bleibt, wo es war.',
  moved: '„{{name}}“ steht jetzt an Stelle {{position}}.',
  movedBelow: '„{{name}}“ steht jetzt an Stelle {{position}} unter „{{parent}}“.',
};
