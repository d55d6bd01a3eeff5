import { formatKind } from '../../model/fields/kinds/textKind.ts';

const COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** A hexadecimal CSS colour, with or without opacity. */
export const colorField = formatKind('color', {
  reason: 'colour',
  expected: 'a color such as "#1e90ff"',
  test: (text) => COLOR.test(text),
});
