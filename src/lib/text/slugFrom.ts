import { trimEnds } from './trimEnds.ts';

/** The package's function, which the server and the browser load differently. */
type Transliterate = typeof import('transliteration').slugify;

/** No more characters of a text can end up in a slug of 200. */
const MAX_TEXT = 2000;

/** A slug of lower-case ASCII words made from any text; empty when nothing is left. */
export const slugFrom = (text: string, transliterate: Transliterate): string => {
  const words = transliterate(text.slice(0, MAX_TEXT), { replace: [['&', ' and ']], separator: '-' });
  return trimEnds(words.slice(0, 200), /[^a-z0-9]/);
};
