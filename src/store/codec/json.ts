/** What a content file can hold. */
export type JsonPrimitive = string | number | boolean | null;
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

export const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
export const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values are the same JSON, whatever the order of their keys. `0` and `-0` differ. */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  if (Object.is(a, b)) return true;
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]!));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key]!, b[key]!));
}
