import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Change, Entry, Lookup } from '../model/entry.ts';
import type { Kind, Records } from '../model/records.ts';
import { referencesOf, SCHEMA_KINDS } from '../store/referrers.ts';
import { indexKeys } from '../store/table.ts';

/** The records as they will be once `changes` are applied. */
export function overlay(base: Lookup, changes: readonly Change[]): Lookup {
  const comes = changes.flatMap(({ after }) => after ?? []);
  const goes = new Set(changes.flatMap(({ before }) => (before ? `${before.kind}:${before.id}` : [])));
  const changesSchemas = changes.some(({ kind }) => SCHEMA_KINDS.has(kind));
  const stays = (entry: Entry): boolean => !goes.has(`${entry.kind}:${entry.id}`);
  // Changes are of all kinds; filtering by kind makes their data K's.
  const coming = <K extends Kind>(kind: K, matches: (entry: Entry) => boolean): Entry<Records[K]>[] =>
    comes.filter((entry) => entry.kind === kind && matches(entry)) as Entry<Records[K]>[];
  const orBase = <T extends Entry>(found: T | undefined): T | undefined => (found && stays(found) ? found : undefined);

  const lookup: Lookup = {
    get: (kind, id) => coming(kind, (entry) => entry.id === id)[0] ?? orBase(base.get(kind, id)),
    byKey: (kind, key) => coming(kind, (entry) => entry.key === key)[0] ?? orBase(base.byKey(kind, key)),
    find(kind, index, key) {
      const def = entityOf(kind).indexes[index];
      const added = coming(kind, (entry) => def !== undefined && indexKeys(def, entry.data).includes(key));
      return [...base.find(kind, index, key).filter(stays), ...added];
    },
    *all(kind) {
      for (const entry of base.all(kind)) if (stays(entry)) yield entry;
      yield* coming(kind, () => true);
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
