import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isArray, isJsonObject, type JsonObject, type JsonValue } from '../codec/json/json.ts';

/**
 * A file's value with the ids that its nested records are served under, where they differ: once some are moved or gone,
 * only the ids tell which is which. Returns the same value if nothing differs.
 */
export function withServedIds<T extends JsonValue>(said: T, served: unknown): T;
export function withServedIds(said: JsonValue, served: unknown): JsonValue {
  if (isArray(said)) return Array.isArray(served) ? identifyItems(said, served) : said;
  return isJsonObject(said) && isPlainObject(served) ? identifyMembers(said, served) : said;
}

function identifyItems(said: readonly JsonValue[], served: readonly unknown[]): readonly JsonValue[] {
  const items = said.map((item, index) => withServedIds(item, served[index]));
  return items.every((item, index) => item === said[index]) ? said : items;
}

function identifyMembers(said: JsonObject, served: Readonly<Record<string, unknown>>): JsonObject {
  const found: Record<string, JsonValue> = {};
  for (const key in said) {
    const member = withServedIds(said[key]!, served[key]);
    if (member !== said[key]) found[key] = member;
  }
  const { id } = served;
  if (typeof id === 'number' && said['id'] !== id) found['id'] = id;
  return Object.keys(found).length > 0 ? { ...said, ...found } : said;
}
