import { slugify } from 'transliteration';
import { slugFrom } from '../../../lib/text/slugFrom.ts';

const MAX_NAME = 100;

/** The short name that the server makes from a name. */
export const slugFromName = (name: string): string => slugFrom(name, slugify);

/** The name that a label gives a field, unlike all `taken` ones: `questionsTo` for "Questions to". */
export function nameFromLabel(label: string, taken: readonly string[]): string {
  const words = slugFromName(label).split(/[^a-z0-9]+/);
  const joined = words.map((word, index) => (index === 0 ? word : capitalized(word))).join('');
  const name = (/^\d/.test(joined) ? `_${joined}` : joined).slice(0, MAX_NAME - 3);
  return name === '' ? '' : findFreeName(name, taken);
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The name, with a number if it is taken. */
export function findFreeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const next = number === 1 ? name : `${name}${number}`;
    if (!taken.includes(next)) return next;
  }
}
