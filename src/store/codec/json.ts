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
  return isObject(a) && isObject(b) && sameMembers(a, b);
}

/** Called for all of a page with every write: it makes no lists of keys. */
function sameMembers(a: JsonObject, b: JsonObject): boolean {
  let more = 0;
  for (const key in a) {
    if (!Object.hasOwn(b, key) || !sameJson(a[key]!, b[key]!)) return false;
    more += 1;
  }
  for (const _ in b) more -= 1;
  return more === 0;
}
