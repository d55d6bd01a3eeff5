/** A text of any length: something, a word again and again, and what may make it fail in the end. */
export interface HostileText {
  readonly lead: string;
  readonly word: string;
  readonly tail: string;
}

export const writeText = ({ lead, word, tail }: HostileText, length: number): string =>
  lead + word.repeat(Math.ceil(length / word.length)) + tail;

const ALPHABET = [...' \t\n\r/\\_a0A-.,:;=+*~#!?@%&|<>(){}[]"\'`$^\u0000\u00a0é\u0301字\u2028\ud83d'];

/** What takes one character: an escape, a class in brackets, the dot, or the character itself. */
const ATOM =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[bB]|\\[^\d]|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|\{\d+,?\d*\}|[^\\^$()|?*+]/gsu;
const NO_CHARACTER = /^(?:\\[bB]$|\(\?|\{\d)/;

/** The first texts that are tried with a word are all; of the longest lists the others are thinned out. */
const MOST_THOROUGH = 600;
const MOST_OTHERS = 600;

/**
 * The texts that a pattern is tried with. Repeated are one character of each kind that the pattern tells apart, every
 * pair of them, and what its parts take one after another; before them stands what leads into it, behind them what it
 * may fail at.
 */
export function hostileTexts(source: string, flags: string): readonly HostileText[] {
  const { kinds, path } = readPattern(source, flags);
  const leads = ['', ...kinds, ...path.map((_, index) => path.slice(0, index + 1).join(''))];
  const tails = ['', ...kinds];
  const pairs = kinds.flatMap((one) => kinds.filter((other) => other !== one).map((other) => one + other));
  const runs = path.flatMap((_, start) =>
    [3, 4, 6, 9, path.length].map((size) => path.slice(start, start + size).join('')),
  );
  const simple = combine(kinds, leads, tails);
  return [
    ...thin(simple, MOST_THOROUGH),
    ...thin(combine(pairs, leads, tails), MOST_OTHERS),
    ...thin(combine(unique(runs), leads, tails), MOST_OTHERS),
  ];
}

/** One character of each kind that a pattern tells apart, and for each of its parts one that it takes. */
export function readPattern(source: string, flags: string) {
  const atoms = (source.match(ATOM) ?? []).filter((atom) => !NO_CHARACTER.test(atom));
  const tests = atoms.flatMap((atom) => testOf(atom, flags) ?? []);
  const literals = atoms.map((atom) => atom.replace(/^\\(?=\W)/, '')).filter((atom) => [...atom].length === 1);
  const kindOf = (one: string): string =>
    [...tests, /\w/, /[\n\r\u2028]/].map((test) => Number(test.test(one))).join('');
  const kinds = [...new Map([...ALPHABET, ...literals].reverse().map((one) => [kindOf(one), one])).values()];
  return { kinds, path: tests.flatMap((test) => kinds.find((one) => test.test(one)) ?? []) };
}

function testOf(atom: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${atom})$`, flags.replace(/[gym]/g, ''));
  } catch {
    // A part of something that takes no character.
    return undefined;
  }
}

const combine = (
  words: readonly string[],
  leads: readonly string[],
  tails: readonly string[],
): readonly HostileText[] =>
  words.flatMap((word) => unique(leads).flatMap((lead) => tails.map((tail) => ({ lead, word, tail }))));

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** Evenly spread, as many as that at most. */
const thin = <T>(all: readonly T[], most: number): readonly T[] => {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, index) => all[Math.floor(index * step)]!);
};
