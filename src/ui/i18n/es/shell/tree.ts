import type { LateMessages } from '../../messages.ts';

export const tree: LateMessages['tree'] = {
  grip: 'Mover «{{name}}»',
  help: 'Las flechas arriba y abajo lo mueven entre sus vecinos. Derecha lo coloca bajo el elemento anterior, izquierda lo saca un nivel.',
  actions: 'Acciones para «{{name}}»',
  search: 'Buscar en «{{name}}»',
  noneFound: 'Aquí no se encontró nada. Probar con otra palabra.',
  up: 'Subir',
  down: 'Bajar',
  in: 'Colocar bajo el elemento anterior',
  out: 'Sacar un nivel',
  movedLive_one: 'Movido. Está publicado.',
  movedLive_other: '{{count, number}} movimientos. Están publicados.',
  taken: 'Se está moviendo «{{name}}».',
  lands: '«{{name}}» quedaría en la posición {{position}}.',
  landsBelow: '«{{name}}» quedaría en la posición {{position}} bajo «{{parent}}».',
  notMoved: '«{{name}}» se queda donde estaba.',
  moved: '«{{name}}» está ahora en la posición {{position}}.',
  movedBelow: '«{{name}}» está ahora en la posición {{position}} bajo «{{parent}}».',
};
