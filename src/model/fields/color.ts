import { formatKind } from './textual.ts';

const COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** A colour as CSS writes it in hexadecimal, with or without opacity. */
export const color = formatKind('color', {
  expected: 'a color such as "#1e90ff"',
  test: (text) => COLOR.test(text),
});
