import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import { longestIncreasing } from '../../lib/list/longestIncreasing.ts';
import type { ValuePath } from '../reference.ts';
import { type Forest, type Lists, ownerOf, readForests } from './list/forest.ts';
import type { Identity, Token } from './list/identity.ts';

/** One difference between two versions of a record. */
export interface ValueDifference {
  /** The path in the later version; for a removed value the path in the earlier one. */
  readonly path: ValuePath;
  /** `moved`: an item in another list or order. Changes of its own values are reported separately. */
  readonly change: 'added' | 'removed' | 'changed' | 'moved';
  /** The earlier path of a moved item. */
  readonly from?: ValuePath;
  /** Undefined where there is no value, and for moves. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Compares two versions of a record's data value by value; list items are matched as in a merge. */
export const diffData = (before: object | undefined, after: object | undefined): readonly ValueDifference[] =>
  diffValues({ path: [], from: [] }, before, after);

/** The path of a value in the later and in the earlier version: they differ when an item that holds it has moved. */
interface Places {
  readonly path: ValuePath;
  readonly from: ValuePath;
}

function diffValues(places: Places, before: unknown, after: unknown): readonly ValueDifference[] {
  if (sameJson(before, after)) return [];
  const { path, from } = places;
  if (before === undefined || before === null) return [{ path, change: 'added', after }];
  if (after === undefined || after === null) return [{ path: from, change: 'removed', before }];
  const lists = listsOf(path, before, after);
  if (lists) return diffLists(places, lists[0], lists[1]);
  if (!isGroup(before) || !isGroup(after)) return [{ path, change: 'changed', before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    diffValues({ path: [...path, key], from: [...from, key] }, own(before, key), own(after, key)),
  );
}

type Json = Readonly<Record<string, unknown>>;

/** Whether a value is compared key by key; a rich text document is one value. */
const isGroup = (value: unknown): value is Json => isPlainObject(value) && value['type'] !== 'doc';

const own = (value: Json, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);

const isItems = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.every(isPlainObject);

/** The name of a list that stands alone, not among the regions of a page. */
const ALONE = '';

/** Both values as lists whose items may move between each other: a page's regions, or a single list of objects. */
function listsOf(path: ValuePath, before: unknown, after: unknown): readonly [Lists, Lists] | undefined {
  if (isItems(before) && isItems(after)) return [{ [ALONE]: before }, { [ALONE]: after }];
  const areRegions = path.length === 1 && path[0] === 'regions';
  return areRegions && isRegions(before) && isRegions(after) ? [before, after] : undefined;
}

const isRegions = (value: unknown): value is Lists => isPlainObject(value) && Object.values(value).every(isItems);

const nameOf = (item: unknown): string | undefined => {
  const name = isPlainObject(item) ? (item['slug'] ?? item['name']) : undefined;
  return typeof name === 'string' ? name : undefined;
};
const IDENTITY: Identity = { id: 'id', nameOf, children: 'children' };

function diffLists(places: Places, before: Lists, after: Lists): readonly ValueDifference[] {
  const { base, ours } = readForests(before, after, after, IDENTITY);
  const unmoved = findUnmoved(base, ours);
  const laterPath = (token: Token): ValuePath => [...places.path, ...placeOf(ours, token)];
  const earlierPath = (token: Token): ValuePath => [...places.from, ...placeOf(base, token)];
  const isNew = (token: Token | undefined): boolean => token !== undefined && !base.items.has(token);
  const isGone = (token: Token | undefined): boolean => token !== undefined && !ours.items.has(token);
  const found: ValueDifference[] = [];
  for (const [token, { value, list }] of ours.items) {
    const old = base.items.get(token);
    const path = laterPath(token);
    if (old) {
      const from = earlierPath(token);
      if (!unmoved.has(token)) found.push({ path, change: 'moved', from });
      found.push(...diffValues({ path, from }, withoutChildren(old.value), withoutChildren(value)));
    } else if (!isNew(ownerOf(list))) found.push({ path, change: 'added', after: value });
  }
  for (const [token, { value, list }] of base.items)
    if (isGone(token) && !isGone(ownerOf(list)))
      found.push({ path: earlierPath(token), change: 'removed', before: value });
  return found;
}

/** The children of an item are compared as items of their own. */
function withoutChildren(item: unknown): unknown {
  if (!isPlainObject(item)) return item;
  const { children: _, ...rest } = item;
  return rest;
}

/** The path from the lists to an item. */
function placeOf(forest: Forest, token: Token): ValuePath {
  const { list } = forest.items.get(token)!;
  const index = forest.lists.get(list)!.indexOf(token);
  const owner = ownerOf(list);
  if (owner !== undefined) return [...placeOf(forest, owner), 'children', index];
  const name = list.slice('named:'.length);
  return name === ALONE ? [index] : [name, index];
}

/** The items that keep their list and their order, chosen so that as few as possible count as moved. */
function findUnmoved(before: Forest, after: Forest): ReadonlySet<Token> {
  const unmoved = new Set<Token>();
  for (const [list, tokens] of after.lists) {
    const places = new Map(before.lists.get(list)?.map((token, index) => [token, index]));
    const kept = tokens.filter((token) => places.has(token));
    for (const index of longestIncreasing(kept.map((token) => places.get(token)!))) unmoved.add(kept[index]!);
  }
  return unmoved;
}
