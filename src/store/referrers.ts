import { MultiMap } from '../lib/list/MultiMap.ts';
import { takeTurns } from '../lib/turn/takeTurns.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Change, Entry, Lookup } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';
import type { Reference } from '../model/reference.ts';
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

const nameOf = ({ kind, key }: Pick<Reference, 'kind' | 'key'>): string => `${kind}:${key}`;

/** Of these a change says anew where any record may hold references; of a shared block only those that mention it. */
const TYPES: ReadonlySet<Kind> = new Set(['contentType', 'blockType']);

/** Of more changes at once what they mention is found out afterwards: that is most of the work of taking them in. */
const MAX_AT_ONCE = 200;

/** Made when first asked or prepared, then kept with every change; made anew after a change of schemas. */
export function createReferrers(lookup: Lookup): Referrers {
  let index: MultiMap<string, Entry> | null = null;
  /** What each record was filed under: schemas may have changed since. */
  let filed = new Map<Entry, readonly string[]>();
  /** What is still to be filed. */
  let pending = new Set<Entry>();

  function file(entry: Entry, into: MultiMap<string, Entry>): void {
    const names = [...new Set(referencesOf(entry, lookup).map(nameOf))];
    if (names.length > 0) filed.set(entry, names);
    for (const name of names) into.add(name, entry);
  }

  function begin(): MultiMap<string, Entry> {
    if (index) return index;
    index = new MultiMap();
    filed = new Map();
    pending = new Set(KINDS.filter((kind) => entityOf(kind).references).flatMap((kind) => [...lookup.all(kind)]));
    return index;
  }

  function fileNext(entry: Entry, into: MultiMap<string, Entry>): void {
    pending.delete(entry);
    file(entry, into);
  }

  function whole(): MultiMap<string, Entry> {
    const into = begin();
    for (const entry of pending) fileNext(entry, into);
    return into;
  }

  function remove(entry: Entry, from: MultiMap<string, Entry>): void {
    for (const name of filed.get(entry) ?? []) from.remove(name, entry);
    filed.delete(entry);
    pending.delete(entry);
  }

  function takeAll(from: MultiMap<string, Entry>, changes: readonly Change[]): void {
    for (const { before, after } of changes) {
      if (before) remove(before, from);
      if (after && changes.length > MAX_AT_ONCE) pending.add(after);
      else if (after) file(after, from);
    }
  }

  /** Files what mentions a shared block anew: its type says where references are, its size whether there is room for it. */
  function follow(from: MultiMap<string, Entry>, { kind, before, after }: Change): void {
    if (kind !== 'block') return;
    const keys = new Set([before, after].flatMap((entry) => entry?.key ?? []));
    for (const entry of [...keys].flatMap((key) => [...from.get(nameOf({ kind, key }))])) {
      remove(entry, from);
      file(entry, from);
    }
  }

  return {
    apply(changes) {
      if (index === null) return;
      if (changes.some(({ kind }) => TYPES.has(kind))) {
        index = null;
        return;
      }
      takeAll(index, changes);
      for (const change of changes) follow(index, change);
    },
    async prepare() {
      const nextTurn = takeTurns();
      // A change in between may have it begun anew.
      for (let into = begin(); pending.size > 0; into = begin()) {
        for (const entry of pending) {
          fileNext(entry, into);
          const turn = nextTurn();
          if (!turn) continue;
          await turn;
          break;
        }
      }
    },
    isPrepared: () => index !== null && pending.size === 0,
    find: (kind, key) => whole().get(nameOf({ kind, key })),
  };
}
