import { MultiMap } from '../lib/list/MultiMap.ts';
import type { IndexDef } from '../model/entity.ts';
import type { Entry, Problem } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';
import { ageOf, byAge, type FindSince } from './byAge.ts';
import { indexesOf, type Outline } from './outline.ts';

/** An entry as the store keeps it; the file's own record, if that is served unchanged. */
export interface ServedEntry extends Entry {
  readonly outline: Outline;
}

/** The served records of one kind, by id, by key and by the entity's own indexes. */
export interface RecordTable {
  /**
   * Replaces an entry by another one with the same id; null: there was none, or there is none any more. In an index
   * where both have the same keys, the new entry just takes the old one's place: most changes change no key.
   */
  replace(before: ServedEntry | null, after: ServedEntry | null): void;
  get(id: number): Entry | undefined;
  byKey(key: string): Entry | undefined;
  /** If several records have the same value in a unique index, the oldest comes first. */
  find(index: string, key: string): readonly Entry[];
  all(): Iterable<Entry>;
  /** A problem for each record whose value in a unique index an older record has too. */
  problems(): readonly Problem[];
  readonly size: number;
}

interface Index {
  readonly name: string;
  replace(before: ServedEntry | null, after: ServedEntry | null): void;
  find(key: string): readonly Entry[];
  problems(): readonly Problem[];
}

function createIndex(name: string, def: IndexDef<unknown>, findSince: FindSince): Index {
  const older = (a: Entry, b: Entry): number => byAge(ageOf(a, findSince), ageOf(b, findSince));
  const entries = new MultiMap<string, Entry>();
  /** The values of a unique index that several records have. */
  const shared = new Set<string>();
  const find = (key: string): readonly Entry[] =>
    'unique' in def ? [...entries.get(key)].sort(older) : entries.get(key);

  function note(key: string): void {
    if (!('unique' in def)) return;
    if (entries.count(key) > 1) shared.add(key);
    else shared.delete(key);
  }

  function replace(before: ServedEntry | null, after: ServedEntry | null): void {
    // Without an entry there are no keys, hence the `!` below.
    const [gone, came] = [entryIndexKeys(before, name), entryIndexKeys(after, name)];
    if (before && after && areSameKeys(gone, came)) {
      for (const key of gone) entries.replace(key, before, after);
      return;
    }
    for (const key of gone) {
      entries.remove(key, before!);
      note(key);
    }
    for (const key of came) {
      entries.add(key, after!);
      note(key);
    }
  }

  return {
    name,
    replace,
    find,
    problems: () =>
      [...shared].flatMap((key) => {
        const [first, ...others] = find(key);
        return others.map((entry) => sharedValue('field' in def ? def.field : name, entry, first!));
      }),
  };
}

const entryIndexKeys = (entry: ServedEntry | null, index: string): readonly string[] =>
  entry?.outline.keys[index] ?? [];

const areSameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, at) => key === b[at]);

// Names only the field: its value may be a secret.
const sharedValue = (field: string, { path }: Entry, { path: first }: Entry): Problem => ({
  path,
  at: [field],
  code: 'DUPLICATE_VALUE',
  message: `has the same ${field} as ${first}, which is older and comes first`,
});

export function createTable(kind: Kind, findSince: FindSince): RecordTable {
  const byId = new Map<number, Entry>();
  const byKey = new Map<string, Entry>();
  const indexes = indexesOf(kind).map(([name, def]) => createIndex(name, def, findSince));

  return {
    replace(before, after) {
      if (after) byId.set(after.id, after);
      else if (before) byId.delete(before.id);
      // Records may swap keys: another one may have taken this key already.
      if (before && before.key !== after?.key && byKey.get(before.key) === before) byKey.delete(before.key);
      if (after) byKey.set(after.key, after);
      for (const index of indexes) index.replace(before, after);
    },
    get: (id) => byId.get(id),
    byKey: (key) => byKey.get(key),
    find(name, key) {
      const index = indexes.find((one) => one.name === name);
      if (index === undefined) throw new Error(`${kind} has no index ${name}`);
      return index.find(key);
    },
    all: () => byId.values(),
    problems: () => indexes.flatMap((index) => index.problems()),
    get size() {
      return byId.size;
    },
  };
}
