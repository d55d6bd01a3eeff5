import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import type { PlacedOrigin, ValueOrigin, ValuePath } from '../reference.ts';
import { ITEM_IDENTITY, isItems, isKeyedValue, isRegions } from './diffData.ts';
import { type NamedLists, readForests } from './list/forest.ts';
import type { ItemIdentity } from './list/identity.ts';

/** The origins of a value and of what it consists of. Versions share them: they never change. */
export interface OriginTree extends ValueOrigin {
  /** Of an object, by its keys. */
  readonly keys?: ReadonlyMap<string, OriginTree>;
  /** Of a list of objects, or of the blocks of a rich text document. */
  readonly items?: readonly OriginTree[];
}

/** A version whose origins are known, or a part of it. */
export interface TracedValue {
  readonly value: unknown;
  readonly origins: OriginTree;
}

/**
 * Finds which version gave each value of a version: what equals an earlier one has its origin, and only the rest is new.
 * List items are matched as in a merge, the blocks of a rich text by what they say.
 *
 * @param earlier the versions that it was made from
 */
export const traceValues = (version: number, data: object, earlier: readonly TracedValue[]): OriginTree =>
  traceValue({ version, path: [] }, data, earlier);

interface TracedPlace {
  readonly version: number;
  readonly path: ValuePath;
}

function traceValue(place: TracedPlace, value: unknown, earlier: readonly TracedValue[]): OriginTree {
  const same = earlier.find((one) => sameJson(one.value, value));
  if (same) return same.origins;
  if (isItems(value))
    return { ...originOf(place, earlier, isItems), items: traceLists(place, { '': value }, earlier).get('')! };
  if (place.path.length === 1 && place.path[0] === 'regions' && isRegions(value)) {
    const lists = traceLists(place, value, earlier);
    const keys = [...lists].map(([name, items]) => [name, { version: place.version, items }] as const);
    return { ...originOf(place, earlier, isRegions), keys: new Map(keys) };
  }
  if (isTextDocument(value)) {
    const items = traceLists(place, { '': value.content }, earlier, {}).get('')!;
    return { ...originOf(place, earlier, isTextDocument), items };
  }
  if (!isKeyedValue(value)) return { version: place.version, before: earlier[0]?.value };
  const keys = Object.entries(value).map(
    ([key, member]) => [key, traceValue(belowPlace(place, key), member, membersOf(earlier, key))] as const,
  );
  return { ...originOf(place, earlier, isKeyedValue), keys: new Map(keys) };
}

const belowPlace = ({ version, path }: TracedPlace, key: string): TracedPlace => ({ version, path: [...path, key] });

function membersOf(earlier: readonly TracedValue[], key: string): readonly TracedValue[] {
  return earlier.flatMap(({ value, origins }) => {
    const own = origins.keys?.get(key);
    return own && isPlainObject(value) && Object.hasOwn(value, key) ? [{ value: value[key], origins: own }] : [];
  });
}

/** The origin of a whole: something of its form that was there before is still the same thing. */
function originOf(
  { version }: TracedPlace,
  earlier: readonly TracedValue[],
  isAlike: (value: unknown) => boolean,
): ValueOrigin {
  const found = earlier.find(({ value }) => isAlike(value));
  if (!found) return { version, before: earlier[0]?.value };
  return { version: found.origins.version, before: found.origins.before };
}

interface RichText {
  readonly content: readonly object[];
}

function isTextDocument(value: unknown): value is RichText {
  return isPlainObject(value) && value['type'] === 'doc' && isItems(value['content']);
}

/** The items of an earlier version that items of a later one were, with their origins. */
type MatchedItems = ReadonlyMap<unknown, TracedValue>;

function traceLists(
  place: TracedPlace,
  lists: NamedLists,
  earlier: readonly TracedValue[],
  identity: ItemIdentity = ITEM_IDENTITY,
): ReadonlyMap<string, readonly OriginTree[]> {
  const matched = earlier.map((one) => matchTracedItems(one, lists, identity));
  const traceItem = (item: unknown): OriginTree => {
    const was = matched.flatMap((items) => items.get(item) ?? []);
    const same = was.find(({ value }) => sameJson(value, item));
    if (same) return same.origins;
    if (identity !== ITEM_IDENTITY || !isPlainObject(item)) return { version: place.version, before: was[0]?.value };
    const keys = Object.entries(item).map(([key, member]) => {
      const own =
        identity.children === key && isItems(member) ? { version: place.version, items: member.map(traceItem) } : null;
      return [key, own ?? traceValue({ ...place, path: ['items', key] }, member, membersOf(was, key))] as const;
    });
    return { ...originOf(place, was, isPlainObject), keys: new Map(keys) };
  };
  return new Map(Object.entries(lists).map(([name, items]) => [name, items.map(traceItem)]));
}

function matchTracedItems({ value, origins }: TracedValue, lists: NamedLists, identity: ItemIdentity): MatchedItems {
  const known = new Map<unknown, OriginTree>();
  const before = readTracedLists(value, origins, known);
  const { base, ours } = readForests(before, lists, lists, identity);
  const found = new Map<unknown, TracedValue>();
  for (const [token, { value: item }] of ours.items) {
    const was = base.items.get(token)?.value;
    const own = known.get(was);
    if (own) found.set(item, { value: was, origins: own });
  }
  return found;
}

/** The lists of an earlier value, whichever form it has; notes the origins of their items. */
function readTracedLists(value: unknown, origins: OriginTree, known: Map<unknown, OriginTree>): NamedLists {
  const note = (items: readonly unknown[], of: readonly OriginTree[] | undefined): void => {
    for (const [index, item] of items.entries()) {
      const own = of?.[index];
      if (!own) continue;
      known.set(item, own);
      const children = isPlainObject(item) ? item['children'] : undefined;
      if (Array.isArray(children)) note(children, own.keys?.get('children')?.items);
    }
  };
  const items = isTextDocument(value) ? value.content : value;
  if (isItems(items)) {
    note(items, origins.items);
    return { '': items };
  }
  if (!isRegions(items)) return {};
  for (const [name, list] of Object.entries(items)) note(list, origins.keys?.get(name)?.items);
  return items;
}

/** The values of a version with their origins: everything that consists of nothing else, and each item as a whole. */
export function* listPlacedOrigins(value: unknown, tree: OriginTree, path: ValuePath = []): Iterable<PlacedOrigin> {
  const { version, before, keys, items } = tree;
  const origin = { path, version, ...(before !== undefined && { before }) };
  if (items) {
    const isText = isTextDocument(value);
    const list = (isText ? value.content : value) as readonly unknown[];
    for (const [index, item] of items.entries()) {
      const at = isText ? [...path, 'content', index] : [...path, index];
      if (item.keys) yield { path: at, version: item.version, isItem: true };
      yield* listPlacedOrigins(list[index], item, at);
    }
    if (items.length === 0) yield origin;
  } else if (keys && keys.size > 0) {
    for (const [key, member] of keys)
      yield* listPlacedOrigins((value as Record<string, unknown>)[key], member, [...path, key]);
  } else yield origin;
}
