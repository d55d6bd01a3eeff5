import { MultiMap } from '../lib/list/MultiMap.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../lib/turn/createYieldIfBusy.ts';
import type { Entry, EntryChange, Lookup } from '../model/entry.ts';
import { placeName, valueKey, valueKeysIn, valuesIn } from '../model/rules/heldValues.ts';
import type { HeldValue, ValuePlace } from '../model/rules/recordRule.ts';
import { identity } from './pairChanges.ts';
import type { StorePart } from './storePart.ts';

/** Finds the records that hold a value. Hears of every change after the tables. */
export interface ValueIndexes extends StorePart {
  find(place: ValuePlace, value: unknown): readonly HeldValue[];
  /** The records of `find`, without what they hold. */
  holders(place: ValuePlace, value: unknown): readonly Entry[];
  /** Makes the indexes of these places in slices; otherwise `find` makes one all at once. */
  prepare(places: readonly ValuePlace[]): Promise<void>;
}

/** The records that hold values in one place. */
interface ValueIndex {
  readonly place: ValuePlace;
  readonly byKey: MultiMap<string, Entry>;
  /** The keys of each record, by its identity. */
  readonly keys: Map<string, ReadonlySet<string>>;
  /** Records that are not filed yet. */
  readonly pending: Set<Entry>;
}

/** After larger batches of changes an index is made again when it is next asked for. */
const MAX_AT_ONCE = 200;

/** Made on first use or by `prepare`, then updated with every change. */
export function createValueIndexes(lookup: Pick<Lookup, 'find' | 'referring'>): ValueIndexes {
  const indexes = new Map<string, ValueIndex>();

  function indexOf(place: ValuePlace): ValueIndex {
    const name = placeName(place);
    const known = indexes.get(name);
    if (known) return known;
    const index = { place, byKey: new MultiMap<string, Entry>(), keys: new Map(), pending: holdersOf(place, lookup) };
    indexes.set(name, index);
    return index;
  }

  function holders(place: ValuePlace, value: unknown): readonly Entry[] {
    const key = valueKey(value);
    if (key === null) return [];
    const index = indexOf(place);
    for (const entry of index.pending) fileEntry(index, entry);
    return index.byKey.get(key);
  }

  return {
    holders,
    find: (place, value) =>
      holders(place, value).flatMap((entry) => valuesIn(entry, place).filter(({ key }) => key === valueKey(value))),
    async prepare(places) {
      const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
      for (const index of places.map(indexOf))
        for (const entry of index.pending) {
          fileEntry(index, entry);
          const turn = yieldIfBusy();
          if (turn) await turn;
        }
    },
    apply(changes) {
      if (changes.length > MAX_AT_ONCE) indexes.clear();
      for (const index of indexes.values()) for (const change of changes) update(index, change);
    },
  };
}

/** The records that may hold a value in a place. */
function holdersOf({ kind, type }: ValuePlace, { find, referring }: Pick<Lookup, 'find' | 'referring'>): Set<Entry> {
  if (kind === 'contentType') return new Set(find('page', 'byType', type));
  const pages = referring('blockType', type).filter((entry) => entry.kind === 'page');
  return new Set<Entry>([...find('block', 'byType', type), ...pages]);
}

function fileEntry({ place, byKey, keys, pending }: ValueIndex, entry: Entry): void {
  pending.delete(entry);
  const found = valueKeysIn(entry, place);
  if (found.size === 0) return;
  for (const key of found) byKey.add(key, entry);
  keys.set(identity(entry), found);
}

function update(index: ValueIndex, { before, after }: EntryChange): void {
  if (before) {
    index.pending.delete(before);
    for (const key of index.keys.get(identity(before)) ?? []) index.byKey.remove(key, before);
    index.keys.delete(identity(before));
  }
  if (after) fileEntry(index, after);
}
