import { isPlainObject } from './isPlainObject.ts';

/** Whether two values are the same JSON, whatever the order of their keys. `0` and `-0` differ. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  return isPlainObject(a) && isPlainObject(b) && sameMembers(a, b);
}

type Json = Readonly<Record<string, unknown>>;

/** Compares whole pages on every write, so it avoids lists of keys. */
function sameMembers(a: Json, b: Json): boolean {
  let more = 0;
  for (const key in a) {
    if (!Object.hasOwn(b, key) || !sameJson(a[key], b[key])) return false;
    more += 1;
  }
  for (const _ in b) more -= 1;
  return more === 0;
}
