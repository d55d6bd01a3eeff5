import { isPlainObject } from '../lib/isPlainObject.ts';
import { isArray, isObject, type JsonValue } from './codec/json.ts';

/**
 * What a file says, with the ids under which its nested records are served where it gives none: only by them can be
 * told which is which once some are moved or gone.
 */
export function withServedIds<T extends JsonValue>(said: T, served: unknown): T;
export function withServedIds(said: JsonValue, served: unknown): JsonValue {
  if (isArray(said))
    return Array.isArray(served) ? said.map((item, index) => withServedIds(item, served[index])) : said;
  if (!isObject(said) || !isPlainObject(served)) return said;
  const members = Object.entries(said).map(([key, value]) => [key, withServedIds(value, served[key])]);
  const { id } = served;
  return Object.fromEntries(typeof id === 'number' ? [...members, ['id', id]] : members);
}
