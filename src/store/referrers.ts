import { MultiMap } from '../lib/list/MultiMap.ts';
import { takeTurns } from '../lib/turn/takeTurns.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Change, Entry, Lookup } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';
import type { Reference } from '../model/reference.ts';
import { identity } from './pairChanges.ts';
import type { StorePart } from './storePart.ts';

/** Which records mention a record by its key. Hears of every change after the tables have taken it in. */
export interface Referrers extends StorePart {
  /** Does in slices what is left to do, which `find` would do at once. */
  prepare(): Promise<void>;
  /** Whether nothing is left to do. */
  isPrepared(): boolean;
  find(kind: Reference['kind'], key: string): readonly Entry[];
}

/** The kinds whose records say where others hold references: schemas, and the types of shared blocks. */
export const SCHEMA_KINDS: ReadonlySet<Kind> = new Set(['contentType', 'blockType', 'block']);

/** What a record mentions. */
export const referencesOf = ({ kind, data }: Pick<Entry, 'kind' | 'data'>, lookup: Lookup): readonly Reference[] =>
  entityOf(kind).references?.(data, lookup) ?? [];

/** Whether records of a kind mention any. */
const mentions = (kind: Kind): boolean => entityOf(kind).references !== undefined;

const nameOf = ({ kind, key }: Pick<Reference, 'kind' | 'key'>): string => `${kind}:${key}`;

/** Of these a change says anew where any record may hold references; of a shared block only those that mention it. */
const TYPES: ReadonlySet<Kind> = new Set(['contentType', 'blockType']);

/** Of more changes at once what they mention is found out afterwards: that is most of the work of taking them in. */
const MAX_AT_ONCE = 200;

/** A record that may mention others, as it is now; null: it is gone. */
interface Holder {
  entry: Entry | null;
  /** What it was filed under: schemas may have changed since. */
  names: readonly string[];
}

/**
 * Made when first asked or prepared, then kept with every change; made anew after a change of schemas.
 *
 * @param maxAtOnce of more changes at once what they mention is found out afterwards
 */
export function createReferrers(lookup: Lookup, maxAtOnce = MAX_AT_ONCE): Referrers {
  let index: MultiMap<string, Holder> | null = null;
  /** By identity: most changes leave a record mentioning what it mentioned, and so the index as it is. */
  let holders = new Map<string, Holder>();
  /** What is still to be filed. */
  let pending = new Set<Holder>();

  function file(holder: Holder, into: MultiMap<string, Holder>): void {
    pending.delete(holder);
    const names = new Set(holder.entry ? referencesOf(holder.entry, lookup).map(nameOf) : []);
    for (const name of holder.names) if (!names.has(name)) into.remove(name, holder);
    for (const name of names) into.add(name, holder);
    holder.names = [...names];
  }

  function hold(entry: Entry): Holder {
    const holder = holders.get(identity(entry)) ?? { entry, names: [] };
    holders.set(identity(entry), holder);
    return Object.assign(holder, { entry });
  }

  function begin(): MultiMap<string, Holder> {
    if (index) return index;
    index = new MultiMap();
    holders = new Map();
    pending = new Set(KINDS.filter(mentions).flatMap((kind) => [...lookup.all(kind)].map(hold)));
    return index;
  }

  function whole(): MultiMap<string, Holder> {
    const into = begin();
    for (const holder of pending) file(holder, into);
    return into;
  }

  /** Notes what a record has become. */
  function take({ kind, before, after }: Change): readonly Holder[] {
    if (!mentions(kind)) return [];
    if (after) return [hold(after)];
    const holder = hold(before!);
    holders.delete(identity(before!));
    holder.entry = null;
    return [holder];
  }

  /** Who mentions a shared block: its type says where references are, its size whether there is room for it. */
  function around({ kind, before, after }: Change, from: MultiMap<string, Holder>): readonly Holder[] {
    if (kind !== 'block') return [];
    const keys = new Set([before, after].flatMap((entry) => entry?.key ?? []));
    return [...keys].flatMap((key) => from.get(nameOf({ kind, key })));
  }

  return {
    apply(changes) {
      const into = index;
      if (into === null) return;
      if (changes.some(({ kind }) => TYPES.has(kind))) {
        index = null;
        return;
      }
      const touched = new Set([...changes.flatMap(take), ...changes.flatMap((change) => around(change, into))]);
      for (const holder of touched) pending.add(holder);
      if (touched.size <= maxAtOnce) for (const holder of touched) file(holder, into);
    },
    async prepare() {
      const nextTurn = takeTurns();
      // A change in between may have it begun anew.
      for (let into = begin(); pending.size > 0; into = begin()) {
        for (const holder of pending) {
          file(holder, into);
          const turn = nextTurn();
          if (!turn) continue;
          await turn;
          break;
        }
      }
    },
    isPrepared: () => index !== null && pending.size === 0,
    // All is filed: nothing that is gone is found.
    find: (kind, key) =>
      whole()
        .get(nameOf({ kind, key }))
        .flatMap(({ entry }) => entry ?? []),
  };
}
