import { loadLazily } from '../list/lazily.ts';
import { trimEnds } from './trimEnds.ts';

const transliteration = loadLazily<typeof import('transliteration')>('transliteration');

/** No more characters of a text can end up in a slug of 200. */
const MAX_TEXT = 2000;

/**
 * A slug of lower-case ASCII words made from any text ("Ünïcode & Títle!" → `unicode-and-title`); empty when nothing is
 * left.
 */
export const slugify = (text: string): string => {
  const words = transliteration().slugify(text.slice(0, MAX_TEXT), { replace: [['&', ' and ']], separator: '-' });
  return trimEnds(words.slice(0, 200), /[^a-z0-9]/);
};
