import { isPlainObject } from '../lib/json/isPlainObject.ts';
import type { RecordClash } from '../model/clash.ts';
import { type Identity, idOf } from '../model/merge/list/identity.ts';
import type { ValuePath } from '../model/reference.ts';

/** For each step of a path the id of the list item there; null for steps to anything else. */
export type ItemIds = readonly (number | string | null)[];

/** The record's value at the place of a clash: null if it has none there, undefined if the list item it was in is gone. */
export function valueAt(data: unknown, { path, keys }: Pick<RecordClash, 'path' | 'keys'>): unknown {
  let found = data;
  for (const [at, step] of path.entries()) {
    const isLast = at === path.length - 1;
    if (Array.isArray(found) && !isLast && !(Number(step) in found)) return undefined;
    found = stepInto(found, step);
  }
  if (!keys || !isPlainObject(found)) return found ?? null;
  return Object.fromEntries(Object.entries(found).filter(([key]) => keys.includes(key)));
}

/** The ids of the list items on a path, as it is now. */
export function itemsOn(path: ValuePath, data: unknown): ItemIds {
  let found = data;
  return path.map((step) => {
    const isInList = Array.isArray(found);
    found = stepInto(found, step);
    return (isInList && idOf(found, BY_ID)) || null;
  });
}

/** The path that leads to the same list items, wherever they are now; undefined if one of them is gone. */
export function followItems(data: unknown, path: ValuePath, items: ItemIds): ValuePath | undefined {
  let found = data;
  const followed: (string | number)[] = [];
  for (const [at, step] of path.entries()) {
    const item = items[at] ?? null;
    const index = Array.isArray(found) && item !== null ? found.findIndex((one) => idOf(one, BY_ID) === item) : step;
    if (index === -1) return undefined;
    followed.push(index);
    found = stepInto(found, index);
  }
  return followed;
}

/** The key of the ids of list items in records. */
const BY_ID: Identity = { id: 'id' };

function stepInto(holder: unknown, step: string | number): unknown {
  if (Array.isArray(holder)) return holder[Number(step)];
  return isPlainObject(holder) ? holder[step] : undefined;
}
