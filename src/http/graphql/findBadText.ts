import { GraphQLError } from 'graphql';

/** Limits of a query's text that no honest query reaches. Those of SECURITY 31 are checked after parsing. */
const LIMITS = { depth: 100, spreads: 60, lines: 2000, word: 500 };

const WORDS: Readonly<Record<keyof typeof LIMITS, (most: number) => string>> = {
  depth: () => 'The query is nested too deeply',
  spreads: (most) => `The query has more than ${most} fragment spreads`,
  lines: (most) => `The query has more than ${most} lines`,
  word: (most) => `The query has a word of more than ${most} characters`,
};

/**
 * Finds a query that would take long to parse or to report errors of: nested brackets, fragments (each is compared with
 * every other), lines (counted again for each error) and very long words. It looks at each character once. Strings and
 * comments count too: those of an honest query come nowhere near the limits.
 */
export function findBadText(text: string): readonly GraphQLError[] {
  const breach = findBreach(text);
  return breach === undefined ? [] : [new GraphQLError(WORDS[breach](LIMITS[breach]))];
}

const [LINE_FEED, RETURN, DOT] = [10, 13, 46];

function findBreach(text: string): keyof typeof LIMITS | undefined {
  const counts = { depth: 0, spreads: 0, lines: 0, word: 0 };
  let dots = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    counts.word = isWord(code) ? counts.word + 1 : 0;
    if (counts.word > LIMITS.word) return 'word';
    if (counts.word > 0) continue;
    dots = code === DOT ? dots + 1 : 0;
    if (dots === 3) counts.spreads += 1;
    else if (isOpening(code)) counts.depth += 1;
    else if (isClosing(code)) counts.depth -= 1;
    else if (code === LINE_FEED || code === RETURN) counts.lines += 1;
    else continue;
    if (counts.depth > LIMITS.depth) return 'depth';
    if (counts.spreads > LIMITS.spreads) return 'spreads';
    if (counts.lines > LIMITS.lines) return 'lines';
  }
  return undefined;
}

/** `{`, `[`, `(` and their counterparts. */
const isOpening = (code: number): boolean => code === 123 || code === 91 || code === 40;
const isClosing = (code: number): boolean => code === 125 || code === 93 || code === 41;
/** Letters, digits and `_`; other characters than ASCII occur in strings and comments only. */
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127;
