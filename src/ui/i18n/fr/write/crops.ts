import type { LateMessages } from '../../messages.ts';

export const crops: LateMessages['crops'] = {
  title: 'Recadrages',
  one: '{{name}} : {{ratio}}, {{width}} pixels de large',
  help: 'Choisissez un recadrage pour déplacer ce qu’il montre. Sans choix, il suit le point le plus important.',
  helpReading: 'Ce que le site montre de cette image.',
  area: 'Ce que montre {{name}} : les flèches le déplacent.',
  corner: 'Les flèches agrandissent ou réduisent la partie.',
  reset: 'Suivre le point le plus important',
};
