import { MultiMap } from '../lib/MultiMap.ts';
import { takeTurns } from '../lib/takeTurns.ts';
import type { BlockPlace } from '../model/blockPlace.ts';
import { findBeyondRoom, NO_ROOM } from '../model/blockRoom.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Page } from '../model/entities/page.ts';
import type { Change, Entry, Lookup, Problem } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';
import { unknownFieldsOf } from '../model/recordValues.ts';
import type { Reference } from '../model/reference.ts';
import { unshownOf } from '../model/shownValues.ts';
import { findTermByKey } from '../model/term.ts';
import type { StorePart } from './store.ts';

/** Which records mention a record by its key. Hears of every change after the tables have taken it in. */
export interface Referrers extends StorePart {
  /** Does in slices what is left to do, which `find` and `problems` would do at once. */
  prepare(): Promise<void>;
  /** Whether nothing is left to do. */
  isPrepared(): boolean;
  find(kind: Reference['kind'], key: string): readonly Entry[];
  /**
   * A problem for each mention of something that does not exist, each page that has no room for its blocks, and each
   * value that the public is not shown.
   */
  problems(): readonly Problem[];
}

/** The kinds whose records say where others hold references: schemas, and the types of shared blocks. */
export const SCHEMA_KINDS: ReadonlySet<Kind> = new Set(['contentType', 'blockType', 'block']);

/** What a record mentions. */
export const referencesOf = ({ kind, data }: Pick<Entry, 'kind' | 'data'>, lookup: Lookup): readonly Reference[] =>
  entityOf(kind).references?.(data, lookup) ?? [];

const nameOf = ({ kind, key }: Pick<Reference, 'kind' | 'key'>): string => `${kind}:${key}`;

/** Of these a change says anew where any record may hold references; of a shared block only those that mention it. */
const TYPES: ReadonlySet<Kind> = new Set(['contentType', 'blockType']);

/** Made when first asked or prepared, then kept with every change; made anew after a change of schemas. */
export function createReferrers(lookup: Lookup): Referrers {
  let index: MultiMap<string, Entry> | null = null;
  /** What each record was filed under: schemas may have changed since. */
  let filed = new Map<Entry, readonly string[]>();
  /** What is wrong with records besides what they mention. */
  let told = new Map<Entry, readonly Problem[]>();
  /** What is still to be filed. */
  let pending = new Set<Entry>();

  function file(entry: Entry, into: MultiMap<string, Entry>): void {
    const names = [...new Set(referencesOf(entry, lookup).map(nameOf))];
    if (names.length > 0) filed.set(entry, names);
    for (const name of names) into.add(name, entry);
    const problems = [...noRoomOf(entry, lookup), ...unknownFieldsOf(entry, lookup), ...unshownOf(entry)];
    if (problems.length > 0) told.set(entry, problems);
  }

  function begin(): MultiMap<string, Entry> {
    if (index) return index;
    index = new MultiMap();
    filed = new Map();
    told = new Map();
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
    told.delete(entry);
  }

  function take(from: MultiMap<string, Entry>, { before, after }: Change): void {
    if (before) remove(before, from);
    if (after) file(after, from);
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
      for (const change of changes) take(index, change);
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
    problems() {
      const all = whole();
      const dangling = [...all.keys()].filter((name) => !exists(name, lookup));
      const mentions = dangling.flatMap((name) => all.get(name).map(({ path }) => danglingReference(path, name)));
      return [...mentions, ...[...told.values()].flat()];
    },
  };
}

function exists(name: string, lookup: Lookup): boolean {
  const [kind, key] = splitName(name);
  if (kind === 'pageSlug') return true;
  return kind === 'term' ? findTermByKey(lookup, key) !== undefined : lookup.byKey(kind, key) !== undefined;
}

const splitName = (name: string): readonly [Reference['kind'], string] => {
  const colon = name.indexOf(':');
  // Names are made by `nameOf` alone.
  return [name.slice(0, colon) as Reference['kind'], name.slice(colon + 1)];
};

function danglingReference(path: string, name: string): Problem {
  const [kind, key] = splitName(name);
  const noun = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { path, code: 'DANGLING_REFERENCE', message: `mentions the ${noun} "${key}", which does not exist` };
}

function noRoomOf({ kind, path, data }: Entry, lookup: Lookup): readonly Problem[] {
  // The entry's kind says what its data is.
  const place = kind === 'page' ? findBeyondRoom(data as Page, lookup) : undefined;
  return place ? [noRoom(path, place)] : [];
}

const noRoom = (path: string, { region, index }: BlockPlace): Problem => ({
  path,
  at: ['regions', region, index, 'block'],
  code: 'LIMIT',
  message: `regions.${region}.${index} ${NO_ROOM}; it and the reusable blocks after it are not shown`,
});
