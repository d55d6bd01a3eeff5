import { isPlainObject } from './isPlainObject.ts';

/** A value as JSON that is the same text for all values that differ in the order of their keys alone. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, withSortedKeys) ?? '';

function withSortedKeys(_: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const keys = Object.keys(value);
  if (keys.length < 2) return value;
  return Object.fromEntries(keys.sort().map((key) => [key, value[key]]));
}
