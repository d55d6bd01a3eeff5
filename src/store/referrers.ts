import { MultiMap } from '../lib/list/MultiMap.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../lib/turn/createYieldIfBusy.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Entry, EntryChange, Lookup } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';
import { type Reference, referenceName } from '../model/reference.ts';
import { identity } from './pairChanges.ts';
import type { StorePart } from './storePart.ts';

/** Finds the records that mention a record by its key. Hears of every change after the tables. */
export interface Referrers extends StorePart {
  /** Does the pending work in slices; otherwise `find` does it all at once. */
  prepare(): Promise<void>;
  /** Whether no work is pending. */
  isPrepared(): boolean;
  find(kind: Reference['kind'], key: string): readonly Entry[];
}

/** The kinds whose records decide where others hold references: schemas, and shared blocks with their types. */
export const SCHEMA_KINDS: ReadonlySet<Kind> = new Set(['contentType', 'blockType', 'block']);

/** The references that a record holds. */
export const referencesOf = ({ kind, data }: Pick<Entry, 'kind' | 'data'>, lookup: Lookup): readonly Reference[] =>
  entityOf(kind).references?.(data, lookup) ?? [];

/** Whether records of a kind can hold references. */
const mentions = (kind: Kind): boolean => entityOf(kind).references !== undefined;

/**
 * A change of these decides anew where any record holds references; a change of a shared block only affects records
 * that mention it.
 */
const TYPES: ReadonlySet<Kind> = new Set(['contentType', 'blockType']);

/** References of larger batches of changes are found later: that is most of the work of taking them in. */
const MAX_AT_ONCE = 200;

/** A record that may hold references. */
interface ReferenceHolder {
  /** Its present entry; null once it is gone. */
  entry: Entry | null;
  /** The names it is filed under; schemas may have changed since. */
  names: readonly string[];
}

/**
 * Built on first use or by `prepare`, then updated with every change; rebuilt after a change of schemas.
 *
 * @param maxAtOnce references of larger batches of changes are found later
 */
export function createReferrers(lookup: Lookup, maxAtOnce = MAX_AT_ONCE): Referrers {
  let index: MultiMap<string, ReferenceHolder> | null = null;
  /** By identity: most changes of a record keep its references, and so leave the index as it is. */
  let holders = new Map<string, ReferenceHolder>();
  /** Holders that are not filed yet. */
  let pending = new Set<ReferenceHolder>();

  function file(holder: ReferenceHolder, into: MultiMap<string, ReferenceHolder>): void {
    pending.delete(holder);
    const names = new Set(holder.entry ? referencesOf(holder.entry, lookup).map(referenceName) : []);
    for (const name of holder.names) if (!names.has(name)) into.remove(name, holder);
    for (const name of names) into.add(name, holder);
    holder.names = [...names];
  }

  function hold(entry: Entry): ReferenceHolder {
    const holder = holders.get(identity(entry)) ?? { entry, names: [] };
    holders.set(identity(entry), holder);
    return Object.assign(holder, { entry });
  }

  function begin(): MultiMap<string, ReferenceHolder> {
    if (index) return index;
    index = new MultiMap();
    holders = new Map();
    pending = new Set(KINDS.filter(mentions).flatMap((kind) => [...lookup.all(kind)].map(hold)));
    return index;
  }

  function whole(): MultiMap<string, ReferenceHolder> {
    const into = begin();
    for (const holder of pending) file(holder, into);
    return into;
  }

  /** Updates the holder of a changed record. */
  function update({ kind, before, after }: EntryChange): readonly ReferenceHolder[] {
    if (!mentions(kind)) return [];
    if (after) return [hold(after)];
    const holder = hold(before!);
    holders.delete(identity(before!));
    holder.entry = null;
    return [holder];
  }

  /**
   * The records that mention a changed block: its type decides where they hold references, its size whether they have
   * room for it.
   */
  function mentioning(
    { kind, before, after }: EntryChange,
    from: MultiMap<string, ReferenceHolder>,
  ): readonly ReferenceHolder[] {
    if (kind !== 'block') return [];
    const keys = new Set([before, after].flatMap((entry) => entry?.key ?? []));
    return [...keys].flatMap((key) => from.get(referenceName({ kind, key })));
  }

  return {
    apply(changes) {
      const into = index;
      if (into === null) return;
      if (changes.some(({ kind }) => TYPES.has(kind))) {
        index = null;
        return;
      }
      const touched = new Set([...changes.flatMap(update), ...changes.flatMap((change) => mentioning(change, into))]);
      for (const holder of touched) pending.add(holder);
      if (touched.size <= maxAtOnce) for (const holder of touched) file(holder, into);
    },
    async prepare() {
      const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
      // A change during a pause may have reset the index.
      for (let into = begin(); pending.size > 0; into = begin()) {
        for (const holder of pending) {
          file(holder, into);
          const turn = yieldIfBusy();
          if (!turn) continue;
          await turn;
          break;
        }
      }
    },
    isPrepared: () => index !== null && pending.size === 0,
    // After `whole`, records that are gone are filed under no name.
    find: (kind, key) =>
      whole()
        .get(referenceName({ kind, key }))
        .flatMap(({ entry }) => entry ?? []),
  };
}
