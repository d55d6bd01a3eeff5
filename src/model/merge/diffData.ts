import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import { longestIncreasing } from '../../lib/list/longestIncreasing.ts';
import type { ValuePath } from '../reference.ts';
import { type Forest, type NamedLists, ownerOf, readForests } from './list/forest.ts';
import type { ItemIdentity, ItemToken } from './list/identity.ts';
import type { FindSummary } from './valueSummary.ts';

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
  /** Both values as an extension says them in a line. */
  readonly summaries?: ValueSummaries;
}

/** Two versions of a value in a line; null for no value, and where the extension's code fails. */
export interface ValueSummaries {
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Compares two versions of a record's data value by value; list items are matched as in a merge.
 *
 * @param findSummary by the path in the later version; a value that it finds something for is compared as a whole
 */
export const diffData = (
  before: object | undefined,
  after: object | undefined,
  findSummary: FindSummary = () => null,
): readonly ValueDifference[] => diffJsonValues({ path: [], from: [], findSummary }, before, after);

/** The path of a value in the later and in the earlier version: they differ when an item that holds it has moved. */
interface PathPair {
  readonly path: ValuePath;
  readonly from: ValuePath;
  readonly findSummary: FindSummary;
}

function diffJsonValues(places: PathPair, before: unknown, after: unknown): readonly ValueDifference[] {
  if (sameJson(before, after)) return [];
  const { path, from, findSummary } = places;
  const summarize = findSummary(path);
  const lines = summarize && { summaries: { before: summarize(before), after: summarize(after) } };
  if (before === undefined || before === null) return [{ path, change: 'added', after, ...lines }];
  if (after === undefined || after === null) return [{ path: from, change: 'removed', before, ...lines }];
  if (lines) return [{ path, change: 'changed', before, after, ...lines }];
  const lists = movableLists(path, before, after);
  if (lists) return diffLists(places, lists[0], lists[1]);
  if (!isKeyedValue(before) || !isKeyedValue(after)) return [{ path, change: 'changed', before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    diffJsonValues(
      { path: [...path, key], from: [...from, key], findSummary },
      ownMember(before, key),
      ownMember(after, key),
    ),
  );
}

type Json = Readonly<Record<string, unknown>>;

/** Whether a value is compared key by key; a rich text document is one value. */
export const isKeyedValue = (value: unknown): value is Json => isPlainObject(value) && value['type'] !== 'doc';

const ownMember = (value: Json, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);

/** Whether a value is a list of objects, which are matched with those of another version. */
export const isItems = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every(isPlainObject);

/** The name of a list that stands alone, not among the regions of a page. */
const ALONE = '';

/** Both values as lists whose items may move between each other: a page's regions, or a single list of objects. */
function movableLists(path: ValuePath, before: unknown, after: unknown): readonly [NamedLists, NamedLists] | undefined {
  if (isItems(before) && isItems(after)) return [{ [ALONE]: before }, { [ALONE]: after }];
  const areRegions = path.length === 1 && path[0] === 'regions';
  return areRegions && isRegions(before) && isRegions(after) ? [before, after] : undefined;
}

export const isRegions = (value: unknown): value is NamedLists =>
  isPlainObject(value) && Object.values(value).every(isItems);

const itemName = (item: unknown): string | undefined => {
  const name = isPlainObject(item) ? (item['slug'] ?? item['name']) : undefined;
  return typeof name === 'string' ? name : undefined;
};
/** How the items of lists are told apart where nothing is known of their fields. */
export const ITEM_IDENTITY: ItemIdentity = { id: 'id', nameOf: itemName, children: 'children' };

function diffLists(places: PathPair, before: NamedLists, after: NamedLists): readonly ValueDifference[] {
  const { base, ours } = readForests(before, after, after, ITEM_IDENTITY);
  const unmoved = findUnmovedItems(base, ours);
  const laterPath = (token: ItemToken): ValuePath => [...places.path, ...itemPath(ours, token)];
  const earlierPath = (token: ItemToken): ValuePath => [...places.from, ...itemPath(base, token)];
  const isNew = (token: ItemToken | undefined): boolean => token !== undefined && !base.items.has(token);
  const isGone = (token: ItemToken | undefined): boolean => token !== undefined && !ours.items.has(token);
  const found: ValueDifference[] = [];
  for (const [token, { value, list }] of ours.items) {
    const old = base.items.get(token);
    const path = laterPath(token);
    if (old) {
      const from = earlierPath(token);
      if (!unmoved.has(token)) found.push({ path, change: 'moved', from });
      found.push(...diffJsonValues({ ...places, path, from }, withoutChildren(old.value), withoutChildren(value)));
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
function itemPath(forest: Forest, token: ItemToken): ValuePath {
  const { list } = forest.items.get(token)!;
  const index = forest.lists.get(list)!.indexOf(token);
  const owner = ownerOf(list);
  if (owner !== undefined) return [...itemPath(forest, owner), 'children', index];
  const name = list.slice('named:'.length);
  return name === ALONE ? [index] : [name, index];
}

/** The items that keep their list and their order, chosen so that as few as possible count as moved. */
function findUnmovedItems(before: Forest, after: Forest): ReadonlySet<ItemToken> {
  const unmoved = new Set<ItemToken>();
  for (const [list, tokens] of after.lists) {
    const places = new Map(before.lists.get(list)?.map((token, index) => [token, index]));
    const kept = tokens.filter((token) => places.has(token));
    for (const index of longestIncreasing(kept.map((token) => places.get(token)!))) unmoved.add(kept[index]!);
  }
  return unmoved;
}
