import { isPlainObject } from '../../../lib/json/isPlainObject.ts';
import { type ItemIdentity, type ItemToken, readChildItems, readItemId } from './identity.ts';
import { matchAdded, matchItems } from './matchItems.ts';

/** Lists of items by name, such as a page's regions. */
export type NamedLists = Readonly<Record<string, readonly unknown[]>>;

export interface ForestItem {
  readonly value: unknown;
  /** The name of its list, from `listNamed` or `listBelow`. */
  readonly list: string;
}

/** One version of the lists, including those inside items. */
export interface Forest {
  readonly items: ReadonlyMap<ItemToken, ForestItem>;
  readonly lists: ReadonlyMap<string, readonly ItemToken[]>;
}

export const listNamed = (name: string): string => `named:${name}`;
export const listBelow = (token: ItemToken): string => `below:${token}`;
/** The item that a list is inside, if any. */
export const ownerOf = (list: string): ItemToken | undefined =>
  list.startsWith('below:') ? Number(list.slice('below:'.length)) : undefined;

export interface Forests {
  readonly base: Forest;
  readonly ours: Forest;
  readonly theirs: Forest;
}

/**
 * Reads three versions of lists and gives equal tokens to equal items: those with the same id, else the same name, else
 * the same content, else a similar item in the same place. An item matches at most one item of another version.
 */
export function readForests(base: NamedLists, ours: NamedLists, theirs: NamedLists, identity: ItemIdentity): Forests {
  let count = 0;
  const read = (lists: NamedLists, known: readonly Forest[]): Forest =>
    readForest(lists, identity, known, () => {
      count += 1;
      return count;
    });
  const before = read(base, []);
  const first = read(ours, [before]);
  return { base: before, ours: first, theirs: read(theirs, [before, first]) };
}

/** @param known the versions read so far: the base, then the other side */
function readForest(
  lists: NamedLists,
  identity: ItemIdentity,
  known: readonly Forest[],
  fresh: () => ItemToken,
): Forest {
  const items = new Map<ItemToken, ForestItem>();
  const all = new Map<string, readonly ItemToken[]>();
  const byId = matchItemsById(lists, identity, known);
  const readList = (list: string, values: readonly unknown[]): void => {
    const found = values.map((value) => claimMatch(byId, value));
    matchInList(list, { values, found, identity, taken: byId.tokens }, known);
    const tokens = found.map((token) => token ?? fresh());
    all.set(list, tokens);
    for (const [index, token] of tokens.entries()) items.set(token, { value: values[index], list });
    for (const [index, token] of tokens.entries()) {
      const below = readChildItems(values[index], identity);
      if (below.length > 0) readList(listBelow(token), below);
    }
  };
  for (const [name, values] of Object.entries(lists)) readList(listNamed(name), values);
  return { items, lists: all };
}

/** The items of other versions that are found again by their ids. */
interface MatchedIds {
  readonly byValue: Map<unknown, ItemToken>;
  readonly tokens: ReadonlySet<ItemToken>;
}

/** If two items share an id, it belongs to the first. */
function matchItemsById(lists: NamedLists, identity: ItemIdentity, known: readonly Forest[]): MatchedIds {
  const byId = new Map<number | string, ItemToken>();
  for (const { items } of known)
    for (const [token, { value }] of items) {
      const id = readItemId(value, identity);
      if (id !== undefined && !byId.has(id)) byId.set(id, token);
    }
  const byValue = new Map<unknown, ItemToken>();
  const tokens = new Set<ItemToken>();
  const take = (values: readonly unknown[]): void => {
    for (const value of values) {
      const token = byId.get(readItemId(value, identity) ?? '');
      if (token !== undefined && !tokens.has(token)) {
        byValue.set(value, token);
        tokens.add(token);
      }
      take(readChildItems(value, identity));
    }
  };
  if (byId.size > 0) Object.values(lists).forEach(take);
  return { byValue, tokens };
}

/** The same object may occur in two places: it matches in only one of them. */
function claimMatch({ byValue }: MatchedIds, value: unknown): ItemToken | undefined {
  const token = isPlainObject(value) ? byValue.get(value) : undefined;
  byValue.delete(value);
  return token;
}

interface ListToMatch {
  readonly values: readonly unknown[];
  readonly found: (ItemToken | undefined)[];
  readonly identity: ItemIdentity;
  readonly taken: ReadonlySet<ItemToken>;
}

/** Matches the items of a list that have no known id with those of other versions. */
function matchInList(list: string, { taken, ...rest }: ListToMatch, [base, other]: readonly Forest[]): void {
  const oldsIn = ({ items, lists }: Forest) =>
    (lists.get(list) ?? []).map((token) => ({ token, value: items.get(token)!.value }));
  if (base === undefined || !rest.found.includes(undefined)) return;
  const all = new Set(taken);
  matchItems({ ...rest, olds: oldsIn(base), isTaken: (token) => all.has(token), take: (token) => all.add(token) });
  if (other === undefined || !rest.found.includes(undefined)) return;
  matchAdded(
    {
      ...rest,
      olds: oldsIn(other),
      isTaken: (token) => all.has(token) || base.items.has(token),
      take: (token) => all.add(token),
    },
    (token) => base.items.has(token),
  );
}

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
