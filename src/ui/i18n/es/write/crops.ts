import type { LateMessages } from '../../messages.ts';

export const crops: LateMessages['crops'] = {
  title: 'Recortes',
  one: '{{name}}: {{ratio}}, {{width}} píxeles de ancho',
  help: 'Elegir un recorte para mover lo que muestra. Si no se elige nada, sigue el punto más importante.',
  helpReading: 'Lo que el sitio muestra de esta imagen.',
  area: 'Lo que muestra {{name}}: las flechas lo mueven.',
  corner: 'Las flechas amplían o reducen la parte.',
  reset: 'Seguir el punto más importante',
};
