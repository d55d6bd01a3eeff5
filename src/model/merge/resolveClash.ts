import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isMissing } from '../fields/values.ts';
import type { ValueClash } from './threeVersions.ts';

/**
 * A merged value with `value` in the place of a clash; undefined or null removes what is there. Resolve several clashes of
 * one value from the last to the first: indexes in lists are those of the merge. A list that has become too short for the
 * index stays as it is.
 */
export function resolveClash(
  merged: unknown,
  { path, keys }: Pick<ValueClash, 'path' | 'keys'>,
  value: unknown,
): unknown {
  return replaced(merged, path, (present) => (keys ? replaceKeys(present, keys, value) : (value ?? undefined)));
}

function replaceKeys(present: unknown, keys: readonly string[], value: unknown): unknown {
  const others = objectEntries(present).filter(([key]) => !keys.includes(key));
  return Object.fromEntries([
    ...others,
    ...objectEntries(value).filter(([key, one]) => keys.includes(key) && !isMissing(one)),
  ]);
}

const objectEntries = (value: unknown): readonly (readonly [string, unknown])[] =>
  isPlainObject(value) ? Object.entries(value) : [];

function replaced(holder: unknown, path: ValueClash['path'], change: (present: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(holder);
  if (Array.isArray(holder)) {
    const index = Number(step);
    if (!(index in holder)) return holder;
    const next = replaced(holder[index], rest, change);
    return next === undefined ? holder.toSpliced(index, 1) : holder.with(index, next);
  }
  const members = isPlainObject(holder) ? holder : {};
  const { [step]: present, ...others } = members;
  const next = replaced(present, rest, change);
  return next === undefined ? others : { ...members, [step]: next };
}
