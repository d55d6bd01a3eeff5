import { isPlainObject } from '../../../lib/json/isPlainObject.ts';
import { splitIntoWords } from '../text/splitIntoWords.ts';

/** How often each word occurs in a value. */
export type WordBag = ReadonlyMap<string, number>;

/** Words beyond this number are ignored. */
const MAX_WORDS = 500;
/** Keys whose values say nothing about likeness: they occur in every item, or in one only. */
const SILENT: ReadonlySet<string> = new Set(['id', 'type', 'children']);

/** The words in all texts and numbers of a JSON value. */
export function wordBag(value: unknown): WordBag {
  const bag = new Map<string, number>();
  let count = 0;
  const add = (part: unknown): void => {
    if (count > MAX_WORDS) return;
    if (Array.isArray(part)) for (const item of part) add(item);
    else if (isPlainObject(part)) for (const key in part) SILENT.has(key) || add(part[key]);
    else if (part !== null && part !== undefined)
      for (const word of splitIntoWords(String(part).slice(0, 10 * MAX_WORDS))) {
        if (word.trim() === '') continue;
        bag.set(word, (bag.get(word) ?? 0) + 1);
        count += 1;
      }
  };
  add(value);
  return bag;
}

/** The share of words that two values have in common, from 0 to 1 (Dice, 1945). */
export function wordLikeness(a: WordBag, b: WordBag): number {
  const total = sum(a) + sum(b);
  if (total === 0) return 1;
  let common = 0;
  for (const [word, count] of a) common += Math.min(count, b.get(word) ?? 0);
  return (2 * common) / total;
}

const sum = (bag: WordBag): number => {
  let total = 0;
  for (const count of bag.values()) total += count;
  return total;
};
