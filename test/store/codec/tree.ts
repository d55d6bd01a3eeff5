import { sameJson } from '../../../src/lib/json/sameJson.ts';
import { isArray, isJsonObject, type JsonObject, type JsonValue } from '../../../src/store/codec/json/json.ts';
import type { Path } from './styledYaml.ts';

/** The paths of all values that `accepts` returns true for, outermost first. */
export function pathsOf(value: JsonValue, accepts: (value: JsonValue) => boolean, path: Path = []): Path[] {
  const own = accepts(value) ? [path] : [];
  if (isArray(value)) return own.concat(value.flatMap((item, i) => pathsOf(item, accepts, [...path, i])));
  if (!isJsonObject(value)) return own;
  return own.concat(Object.entries(value).flatMap(([key, item]) => pathsOf(item, accepts, [...path, key])));
}

/** A copy with the value at a path passed through `change`. */
export function changeAt(value: JsonValue, path: Path, change: (value: JsonValue) => JsonValue): JsonValue {
  if (path.length === 0) return change(value);
  const [key, ...rest] = path;
  if (isArray(value)) return value.map((item, i) => (i === key ? changeAt(item, rest, change) : item));
  const entries = Object.entries(value as JsonObject);
  return Object.fromEntries(
    entries.map(([name, member]) => [name, name === key ? changeAt(member, rest, change) : member]),
  );
}

export const isCollection = (value: JsonValue): value is JsonObject | readonly JsonValue[] =>
  typeof value === 'object' && value !== null;

/** A copy of a collection without its n-th member. */
export function without(value: JsonValue, index: number): JsonValue {
  if (isArray(value)) return value.filter((_, i) => i !== index);
  return Object.fromEntries(Object.entries(value as JsonObject).filter((_, i) => i !== index));
}

/** Whether a collection holds two equal members, which cannot be told apart if one is removed. */
export function hasTwins(value: JsonValue): boolean {
  return isArray(value) && value.some((item, i) => value.some((other, j) => i < j && sameJson(item, other)));
}
