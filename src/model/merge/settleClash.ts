import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isMissing } from '../fields/values.ts';
import type { Clash } from './versions.ts';

/**
 * A merged value with another one where a clash stands; nothing takes away what is there. Of several clashes of one value
 * the last comes first: places in lists count as they were merged.
 */
export function settleClash(merged: unknown, { path, keys }: Pick<Clash, 'path' | 'keys'>, value: unknown): unknown {
  return replaced(merged, path, (present) => (keys ? withKeys(present, keys, value) : (value ?? undefined)));
}

function withKeys(present: unknown, keys: readonly string[], value: unknown): unknown {
  const others = membersOf(present).filter(([key]) => !keys.includes(key));
  return Object.fromEntries([
    ...others,
    ...membersOf(value).filter(([key, one]) => keys.includes(key) && !isMissing(one)),
  ]);
}

const membersOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isPlainObject(value) ? Object.entries(value) : [];

function replaced(holder: unknown, path: Clash['path'], change: (present: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(holder);
  if (Array.isArray(holder)) {
    const index = Number(step);
    const next = replaced(holder[index], rest, change);
    return next === undefined ? holder.toSpliced(index, 1) : holder.with(index, next);
  }
  const members = isPlainObject(holder) ? holder : {};
  const { [step]: present, ...others } = members;
  const next = replaced(present, rest, change);
  return next === undefined ? others : { ...members, [step]: next };
}
