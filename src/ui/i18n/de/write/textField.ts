import type { Messages } from '../../messages.ts';

export const textField: Messages['richText'] = {
  placeholder: 'Schreiben oder / für mehr tippen',
  characters: '{{amount, number}} Zeichen',
  charactersOf: '{{amount, number}} von {{max}} Zeichen',
  notRichText: 'Das ist kein formatierter Text. Er bleibt, wie er ist, bis Sie neu beginnen.',
  startOver: 'Neu beginnen',
  picture: { named: 'Bild: {{name}}' },
};
