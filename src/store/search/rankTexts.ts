import { foldText } from '../../lib/text/foldText.ts';

/** How well something matches a search: smaller is better, infinite if it does not match. */
export type Rank = number;

/** Something contains all words, though no text of it contains the search as it was typed. */
export const HAS_WORDS: Rank = 3;

/** A text that people search for, without case, accents and space around it. */
export interface SearchText {
  readonly whole: string;
  readonly words: readonly string[];
}

export function readSearchText(text: string): SearchText {
  const whole = foldText(text).trim();
  return { whole, words: whole.split(/\s+/).filter(Boolean) };
}

/**
 * How well texts match: best if one is what is searched for, then if one begins with it, then if one contains it, then if
 * they contain all its words in any order.
 */
export function rankTexts(texts: readonly string[], { whole, words }: SearchText): Rank {
  if (whole === '') return Number.POSITIVE_INFINITY;
  const folded = texts.map(foldText);
  const best = Math.min(...folded.map((text) => rankWhole(text, whole)));
  if (best < HAS_WORDS) return best;
  const hasAll = words.every((word) => folded.some((text) => text.includes(word)));
  return hasAll ? HAS_WORDS : Number.POSITIVE_INFINITY;
}

function rankWhole(text: string, whole: string): Rank {
  const at = text.indexOf(whole);
  if (at < 0) return Number.POSITIVE_INFINITY;
  return at === 0 ? Number(text.length > whole.length) : 2;
}
