import { createHash } from 'node:crypto';
import { canonicalJson } from '../lib/json/canonicalJson.ts';
import { isPlainObject } from '../lib/json/isPlainObject.ts';
import type { RecordClash } from '../model/clash.ts';
import type { ValuePath } from '../model/reference.ts';

/** For each step of a path into a list, what tells its item from the others: its id or its content. */
export type ItemMarks = readonly (string | null)[];

const REGIONS = 'regions';
const ID = 'id ';

function stepInto(holder: unknown, step: string | number): unknown {
  if (Array.isArray(holder)) return holder[Number(step)];
  return isPlainObject(holder) ? holder[step] : undefined;
}

/** What identifies an item in its list. */
function markOf(item: unknown): string {
  const id = isPlainObject(item) ? item['id'] : undefined;
  if (id) return `${ID}${String(id)}`;
  return createHash('sha1').update(canonicalJson(item)).digest('base64url');
}

/** The marks of the list items on a path, by which `followPath` finds them again. */
export function marksOn(data: unknown, path: ValuePath): ItemMarks {
  let found = data;
  return path.map((step) => {
    const isItem = Array.isArray(found) && Number(step) in found;
    found = stepInto(found, step);
    return isItem ? markOf(found) : null;
  });
}

/**
 * The present path of a value: other items may have come before those that lead to it, and a block may be in another
 * region. Undefined if an item that had an id is gone.
 */
export function findPresentPath(data: unknown, path: ValuePath, marks: ItemMarks): ValuePath | undefined {
  const now: (string | number)[] = [];
  let found = data;
  for (const [at, given] of path.entries()) {
    let step: string | number | undefined = given;
    if (Array.isArray(found)) step = findItemIndex(found, Number(given), marks[at] ?? null);
    else if (at === 1 && path[0] === REGIONS) step = regionOf(found, String(given), marks[at + 1] ?? null);
    if (step === undefined) return undefined;
    now.push(step);
    found = stepInto(found, step);
  }
  return now;
}

/** Where an item is in a list now; one without an id that is not found may have changed in its place. */
function findItemIndex(list: readonly unknown[], index: number, mark: string | null): number | undefined {
  if (mark === null || (index in list && markOf(list[index]) === mark)) return index;
  const place = list.findIndex((item) => markOf(item) === mark);
  if (place >= 0) return place;
  return mark.startsWith(ID) ? undefined : index;
}

/** The region that holds a block now. */
function regionOf(regions: unknown, name: string, mark: string | null): string {
  const holds = (list: unknown): boolean => Array.isArray(list) && list.some((item) => markOf(item) === mark);
  if (!mark?.startsWith(ID) || !isPlainObject(regions) || holds(regions[name])) return name;
  return Object.keys(regions).find((one) => holds(regions[one])) ?? name;
}

/** The record's value at the place of a clash: null if it has none there, undefined if the list item it was in is gone. */
export function clashValueAt(data: unknown, { path, keys }: Pick<RecordClash, 'path' | 'keys'>): unknown {
  let found = data;
  for (const [at, step] of path.entries()) {
    const isLast = at === path.length - 1;
    if (Array.isArray(found) && !isLast && !(Number(step) in found)) return undefined;
    found = stepInto(found, step);
  }
  if (!keys || !isPlainObject(found)) return found ?? null;
  return Object.fromEntries(Object.entries(found).filter(([key]) => keys.includes(key)));
}
