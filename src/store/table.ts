import { MultiMap } from '../lib/MultiMap.ts';
import { entityOf } from '../model/entities/index.ts';
import type { IndexDef } from '../model/entity.ts';
import type { Entry } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';

/** The served records of one kind, by id, by key and by the entity's own indexes. */
export interface Table {
  add(entry: Entry): void;
  remove(entry: Entry): void;
  get(id: number): Entry | undefined;
  byKey(key: string): Entry | undefined;
  find(index: string, key: string): readonly Entry[];
  all(): Iterable<Entry>;
  readonly size: number;
}

export const indexKeys = (index: IndexDef<unknown>, data: unknown): readonly string[] =>
  'unique' in index ? [index.unique(data)] : index.many(data);

export function createTable(kind: Kind): Table {
  const byId = new Map<number, Entry>();
  const byKey = new Map<string, Entry>();
  const indexes = Object.entries(entityOf(kind).indexes).map(([name, def]) => ({
    name,
    def,
    entries: new MultiMap<string, Entry>(),
  }));

  return {
    add(entry) {
      byId.set(entry.id, entry);
      byKey.set(entry.key, entry);
      for (const { def, entries } of indexes) for (const key of indexKeys(def, entry.data)) entries.add(key, entry);
    },
    remove(entry) {
      byId.delete(entry.id);
      byKey.delete(entry.key);
      for (const { def, entries } of indexes) for (const key of indexKeys(def, entry.data)) entries.remove(key, entry);
    },
    get: (id) => byId.get(id),
    byKey: (key) => byKey.get(key),
    find(name, key) {
      const index = indexes.find((one) => one.name === name);
      if (index === undefined) throw new Error(`${kind} has no index ${name}`);
      return index.entries.get(key);
    },
    all: () => byId.values(),
    get size() {
      return byId.size;
    },
  };
}
