import { MultiMap } from '../lib/MultiMap.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Change, Entry, Lookup } from '../model/entry.ts';
import type { Kind, Records } from '../model/records.ts';
import { indexKeys } from '../store/outline.ts';
import { referencesOf, SCHEMA_KINDS } from '../store/referrers.ts';

/** The records as they will be once `changes` are applied. */
export function overlay(base: Lookup, changes: readonly Change[]): Lookup {
  const comes = changes.flatMap(({ after }) => after ?? []);
  const coming = createComing(comes);
  const goes = new Set(changes.flatMap(({ before }) => (before ? identityOf(before.kind, before.id) : [])));
  const changesSchemas = changes.some(({ kind }) => SCHEMA_KINDS.has(kind));
  const stays = (entry: Entry): boolean => !goes.has(identityOf(entry.kind, entry.id));
  const orBase = <T extends Entry>(found: T | undefined): T | undefined => (found && stays(found) ? found : undefined);

  const lookup: Lookup = {
    get: (kind, id) => coming.get(kind, id) ?? orBase(base.get(kind, id)),
    byKey: (kind, key) => coming.byKey(kind, key) ?? orBase(base.byKey(kind, key)),
    find: (kind, index, key) => [...base.find(kind, index, key).filter(stays), ...coming.find(kind, index, key)],
    *all(kind) {
      for (const entry of base.all(kind)) if (stays(entry)) yield entry;
      yield* coming.all(kind);
    },
    referring(kind, key) {
      const mentions = (entry: Entry): boolean =>
        referencesOf(entry, lookup).some((reference) => reference.kind === kind && reference.key === key);
      // Changed schemas say anew where every record holds references.
      if (changesSchemas) return KINDS.flatMap((one) => [...lookup.all(one)].filter(mentions));
      return [...base.referring(kind, key).filter(stays), ...comes.filter(mentions)];
    },
  };
  return lookup;
}

const identityOf = (kind: Kind, id: number): string => `${kind}:${id}`;

/** The records that come, by id, by key and by the values of the indexes that are asked for: an import brings thousands. */
function createComing(entries: readonly Entry[]): Pick<Lookup, 'get' | 'byKey' | 'find' | 'all'> {
  const byId = new Map<string, Entry>();
  const byKey = new Map<string, Entry>();
  const indexes = new Map<string, MultiMap<string, Entry>>();
  for (const entry of entries) {
    setFirst(byId, identityOf(entry.kind, entry.id), entry);
    setFirst(byKey, `${entry.kind}:${entry.key}`, entry);
  }
  const ofKind = (kind: Kind): readonly Entry[] => entries.filter((entry) => entry.kind === kind);

  function indexOf(kind: Kind, name: string): MultiMap<string, Entry> {
    const known = indexes.get(`${kind}:${name}`);
    if (known) return known;
    const index = new MultiMap<string, Entry>();
    const def = entityOf(kind).indexes[name];
    for (const entry of def ? ofKind(kind) : []) for (const key of indexKeys(def!, entry.data)) index.add(key, entry);
    indexes.set(`${kind}:${name}`, index);
    return index;
  }

  // Each is looked up under its kind, which says what its data is.
  type Found<K extends Kind> = Entry<Records[K]>;
  return {
    get: <K extends Kind>(kind: K, id: number) => byId.get(identityOf(kind, id)) as Found<K> | undefined,
    byKey: <K extends Kind>(kind: K, key: string) => byKey.get(`${kind}:${key}`) as Found<K> | undefined,
    find: <K extends Kind>(kind: K, index: string, key: string) => indexOf(kind, index).get(key) as readonly Found<K>[],
    all: <K extends Kind>(kind: K) => ofKind(kind) as readonly Found<K>[],
  };
}

function setFirst<V>(map: Map<string, V>, key: string, value: V): void {
  if (!map.has(key)) map.set(key, value);
}
