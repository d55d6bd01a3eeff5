import { isPlainObject } from '../../lib/json/isPlainObject.ts';

/** A JSON value with a JSON Merge Patch applied (RFC 7396): objects merge, null removes, all else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged = new Map(Object.entries(isPlainObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  // Defines each key as the object's own, `__proto__` too.
  return Object.fromEntries(merged);
}
