import type { LateMessages } from '../../messages.ts';

export const crops: LateMessages['crops'] = {
  title: 'Ausschnitte',
  one: '{{name}}: {{ratio}}, {{width}} Pixel breit',
  help: 'Wählen Sie einen Ausschnitt, um ihn zu verschieben. Ohne Wahl folgt er dem wichtigsten Punkt.',
  helpReading: 'Was die Website von diesem Bild zeigt.',
  area: 'Was {{name}} zeigt: Die Pfeiltasten verschieben den Ausschnitt.',
  corner: 'Die Pfeiltasten machen den Ausschnitt größer oder kleiner.',
  reset: 'Dem wichtigsten Punkt folgen',
};
