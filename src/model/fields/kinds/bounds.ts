import type { Detail } from '../../errors.ts';
import { because } from '../../reason.ts';
import type { Field } from '../field.ts';
import type { FieldScope } from '../kind.ts';
import { NO_PROBLEMS, problem } from '../problem.ts';

/** The most characters that a line of text may have, whatever the field's `max`. */
export const MAX_LINE = 10_000;
/** The most characters that a longer text may have, whatever the field's `max`. */
export const MAX_TEXT = 2 ** 20;
/** The most items that a list may have, whatever the field's `max`. */
export const MAX_ITEMS = 10_000;

type FieldBounds = Pick<Field, 'min' | 'max'>;

/** Only the bounds of a field. */
export const boundsOf = ({ min, max }: FieldBounds): FieldBounds => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
});

const SURROGATE_PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** The number of code points, not of UTF-16 code units. */
const countCodePoints = (text: string): number => text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);

/** Whether the bounds of a field count for a value. */
export const isBounded = ({ isPublished, isBounded: given = isPublished }: FieldScope): boolean => given;

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

interface Length extends FieldBounds {
  /** The most characters that there may be in any case, in drafts too. */
  readonly limit: number;
}

/** Checks `min` and `max` as numbers of characters. */
export function checkLength(text: string, length: Length, scope: FieldScope): readonly Detail[] {
  const { min = 0, max = Infinity, limit } = isBounded(scope) ? length : { limit: length.limit };
  const most = Math.min(max, limit);
  const characters = countCodePoints(text);
  if (characters > most)
    return problem(because('mostCharacters', `must have at most ${plural(most, 'character')}`, { count: most }));
  return characters < min
    ? problem(because('leastCharacters', `must have at least ${plural(min, 'character')}`, { count: min }))
    : NO_PROBLEMS;
}

/** Checks `min` and `max` as numbers of items; too few are a problem only for what is or becomes published. */
export function checkCount(
  count: number,
  { min = 0, max = Infinity }: FieldBounds,
  scope: FieldScope,
): readonly Detail[] {
  const most = isBounded(scope) ? Math.min(max, MAX_ITEMS) : MAX_ITEMS;
  if (count > most) return problem(because('mostItems', `must have at most ${plural(most, 'item')}`, { count: most }));
  return scope.isPublished && count < min
    ? problem(because('leastItems', `must have at least ${plural(min, 'item')}`, { count: min }))
    : NO_PROBLEMS;
}

/** Checks `min` and `max` as the smallest and the largest number. */
export function checkRange(
  value: number,
  { min = -Infinity, max = Infinity }: FieldBounds,
  scope: FieldScope,
): readonly Detail[] {
  if (!isBounded(scope)) return NO_PROBLEMS;
  if (value > max) return problem(because('most', `must be at most ${max}`, { n: max }));
  return value < min ? problem(because('least', `must be at least ${min}`, { n: min })) : NO_PROBLEMS;
}
