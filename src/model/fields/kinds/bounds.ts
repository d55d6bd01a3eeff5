import type { Detail } from '../../errors.ts';
import type { Field } from '../field.ts';
import type { FieldScope } from '../kind.ts';
import { NO_PROBLEMS, problem } from '../problem.ts';

/** Characters that a value of one line may have, whatever the field says. */
export const MAX_LINE = 10_000;
/** Characters that a longer text may have, whatever the field says. */
export const MAX_TEXT = 2 ** 20;
/** Items that a list may have, whatever the field says. */
export const MAX_ITEMS = 10_000;

type Bounds = Pick<Field, 'min' | 'max'>;

const SURROGATE_PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** The number of characters as people count them (code points), not of UTF-16 units. */
const countCharacters = (text: string): number => text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `min` and `max` as characters; `limit` bounds a field that has no smaller `max`. */
export function checkLength(text: string, { min = 0, max = Infinity }: Bounds, limit: number): readonly Detail[] {
  const most = Math.min(max, limit);
  const characters = countCharacters(text);
  if (characters > most) return problem(`must have at most ${plural(most, 'character')}`);
  return characters < min ? problem(`must have at least ${plural(min, 'character')}`) : NO_PROBLEMS;
}

/** `min` and `max` as the number of items; too few are a problem only for what is or becomes published. */
export function checkCount(count: number, { min = 0, max = Infinity }: Bounds, scope: FieldScope): readonly Detail[] {
  const most = Math.min(max, MAX_ITEMS);
  if (count > most) return problem(`must have at most ${plural(most, 'item')}`);
  return scope.isPublished && count < min ? problem(`must have at least ${plural(min, 'item')}`) : NO_PROBLEMS;
}

/** `min` and `max` as the smallest and the largest number. */
export function checkRange(value: number, { min = -Infinity, max = Infinity }: Bounds): readonly Detail[] {
  if (value > max) return problem(`must be at most ${max}`);
  return value < min ? problem(`must be at least ${min}`) : NO_PROBLEMS;
}
