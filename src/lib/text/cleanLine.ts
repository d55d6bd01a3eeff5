/**
 * Control characters, line and paragraph separators, and characters that change the direction of text (Unicode TR 9).
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Text from outside as one harmless line: no control or bidi characters, no lone surrogates, spaces collapsed. */
export const cleanLine = (text: string): string =>
  text.toWellFormed().replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim();
