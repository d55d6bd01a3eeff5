import { MultiMap } from '../lib/list/MultiMap.ts';
import { compareText } from '../lib/text/compareText.ts';
import type { IndexDef } from '../model/entity.ts';
import type { Entry, Problem } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';
import { type IndexKeys, indexesOf } from './outline.ts';

/** The served records of one kind, by id, by key and by the entity's own indexes. */
export interface Table {
  /** @param keys those of its outline */
  add(entry: Entry, keys: IndexKeys): void;
  /** @param keys those of its outline */
  remove(entry: Entry, keys: IndexKeys): void;
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
  add(entry: Entry, keys: readonly string[]): void;
  remove(entry: Entry, keys: readonly string[]): void;
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

  return {
    name,
    add(entry, keys) {
      for (const key of keys) {
        entries.add(key, entry);
        note(key);
      }
    },
    remove(entry, keys) {
      for (const key of keys) {
        entries.remove(key, entry);
        note(key);
      }
    },
    find,
    problems: () =>
      [...shared].flatMap((key) => {
        const [first, ...others] = find(key);
        return others.map((entry) => sharedValue('field' in def ? def.field : name, entry, first!));
      }),
  };
}

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
    add(entry, keys) {
      byId.set(entry.id, entry);
      byKey.set(entry.key, entry);
      for (const index of indexes) index.add(entry, keys[index.name] ?? []);
    },
    remove(entry, keys) {
      byId.delete(entry.id);
      byKey.delete(entry.key);
      for (const index of indexes) index.remove(entry, keys[index.name] ?? []);
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
