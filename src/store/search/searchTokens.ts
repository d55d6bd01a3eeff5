/** Runs of letters and digits. */
const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts that write words without spaces between them. */
const UNSPACED =
  /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+)/u;
const ASCII_WORD = /^[a-z0-9]+$/;

/** Case, accents and compatibility forms (full-width letters, ligatures) aside; Hangul stays in syllables. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();

/** Words, and runs of scripts that have no spaces by themselves. */
const partsOf = (text: string): readonly string[] =>
  (fold(text).match(WORD) ?? []).flatMap((word) =>
    ASCII_WORD.test(word) ? [word] : word.split(UNSPACED).filter(Boolean),
  );

export const isUnspaced = (token: string): boolean => UNSPACED.test(token);

/** `東京都` → `東京`, `京都`. */
function pairs(run: string): readonly string[] {
  const characters = [...run];
  return characters.length === 1 ? characters : characters.slice(1).map((one, index) => `${characters[index]}${one}`);
}

/** What a text is found by: its words, and pairs of characters where a script does not separate words. */
export const textTokens = (text: string): string[] =>
  // The last character too, so that it is found by itself: every other one begins a pair.
  partsOf(text).flatMap((part) =>
    isUnspaced(part) && [...part].length > 1 ? [...pairs(part), [...part].at(-1)!] : [part],
  );

/** What a query asks for, in the same form. */
export const queryTokens = (query: string): string[] =>
  partsOf(query).flatMap((part) => (isUnspaced(part) ? pairs(part) : [part]));
