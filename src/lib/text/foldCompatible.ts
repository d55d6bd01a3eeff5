/** A text without case, accents and compatibility forms (full-width letters, ligatures); Hangul stays in syllables. */
export const foldCompatible = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
