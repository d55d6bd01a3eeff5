import { MultiMap } from '../lib/list/MultiMap.ts';
import { compareText } from '../lib/text/compareText.ts';
import type { IndexDef } from '../model/entity.ts';
import type { Entry, Problem } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';
import { indexesOf, type Outline } from './outline.ts';

/** An entry as the store keeps it: a file's own record, where that is served as it was read. */
export interface Served extends Entry {
  readonly outline: Outline;
}

/** The served records of one kind, by id, by key and by the entity's own indexes. */
export interface Table {
  /**
   * Puts a record in the place of the one that had its id; null: there was none, or it goes. Under every key that both
   * have the one takes the place of the other: most of a commit of thousands of files changes no key.
   */
  replace(before: Served | null, after: Served | null): void;
  get(id: number): Entry | undefined;
  byKey(key: string): Entry | undefined;
  /** Where several records give one value of a unique index the oldest comes first. */
  find(index: string, key: string): readonly Entry[];
  all(): Iterable<Entry>;
  /** A problem for each record whose value of a unique index an older one gives too. */
  problems(): readonly Problem[];
  readonly size: number;
}

interface Index {
  readonly name: string;
  replace(before: Served | null, after: Served | null): void;
  find(key: string): readonly Entry[];
  problems(): readonly Problem[];
}

const older = (a: Entry, b: Entry): number => compareText(a.createdAt, b.createdAt) || compareText(a.path, b.path);

function createIndex(name: string, def: IndexDef<unknown>): Index {
  const entries = new MultiMap<string, Entry>();
  /** The values of a unique index that several records give. */
  const shared = new Set<string>();
  const find = (key: string): readonly Entry[] =>
    'unique' in def ? [...entries.get(key)].sort(older) : entries.get(key);

  function note(key: string): void {
    if (!('unique' in def)) return;
    if (entries.count(key) > 1) shared.add(key);
    else shared.delete(key);
  }

  function replace(before: Served | null, after: Served | null): void {
    // Only an entry has keys.
    const [gone, came] = [keysIn(before, name), keysIn(after, name)];
    if (before && after && isSame(gone, came)) {
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

const keysIn = (entry: Served | null, index: string): readonly string[] => entry?.outline.keys[index] ?? [];

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, at) => key === b[at]);

// The value itself may be a secret: only its name is told.
const sharedValue = (field: string, { path }: Entry, { path: first }: Entry): Problem => ({
  path,
  at: [field],
  code: 'DUPLICATE_VALUE',
  message: `${field} is also that of ${first}, which is older and comes first`,
});

export function createTable(kind: Kind): Table {
  const byId = new Map<number, Entry>();
  const byKey = new Map<string, Entry>();
  const indexes = indexesOf(kind).map(([name, def]) => createIndex(name, def));

  return {
    replace(before, after) {
      if (after) byId.set(after.id, after);
      else if (before) byId.delete(before.id);
      // Records may trade keys: the other one may be there already.
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
