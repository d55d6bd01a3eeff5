import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from './isPlainObject.ts';

/** A path at which two values differ; undefined stands for a missing value. */
export interface JsonDifference {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** The deepest paths at which two JSON values differ; lists of different length differ as a whole. */
export function diffJson(before: unknown, after: unknown, path: readonly string[] = []): readonly JsonDifference[] {
  if (isDeepStrictEqual(before, after)) return [];
  const keys = sharedKeys(before, after);
  if (!keys) return [{ path, before, after }];
  const [old, fresh] = [before, after] as readonly Readonly<Record<string, unknown>>[];
  return keys.flatMap((key) => diffJson(old![key], fresh![key], [...path, key]));
}

/**
 * The keys of two objects, or of two lists of the same length; null for values that cannot be compared part by part.
 */
function sharedKeys(before: unknown, after: unknown): readonly string[] | null {
  const areLists = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (!areLists && !(isPlainObject(before) && isPlainObject(after))) return null;
  return [...new Set([...Object.keys(before as object), ...Object.keys(after as object)])];
}
