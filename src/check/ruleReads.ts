import type { Entry, EntryChange } from '../model/entry.ts';
import { rulesFor } from '../model/rules/compileTypeRules.ts';
import { placeName, valueKey } from '../model/rules/heldValues.ts';
import { judgedParts } from '../model/rules/judgedRecords.ts';
import { type JudgeLookup, RULED_TYPES, type ValuePlace, valueNamed } from '../model/rules/recordRule.ts';
import type { Store } from '../store/store.ts';

const READS = 'reads:';
const nameRecord = (kind: string, key: string): string => `${READS}${kind}/${key}`;
const nameKind = (kind: string): string => `${READS}${kind}`;
const nameValue = (place: ValuePlace, key: string | null): string => `${READS}${placeName(place)}=${key}`;

/** The records of a lookup, noting the names of what rules read. */
export function trackReads<L extends JudgeLookup>(lookup: L, note: (name: string) => void): L {
  return {
    ...lookup,
    get(kind, id) {
      const found = lookup.get(kind, id);
      note(found ? nameRecord(kind, found.key) : nameKind(kind));
      return found;
    },
    byKey(kind, key) {
      note(nameRecord(kind, key));
      return lookup.byKey(kind, key);
    },
    find(kind, index, key) {
      note(nameKind(kind));
      return lookup.find(kind, index, key);
    },
    all(kind) {
      note(nameKind(kind));
      return lookup.all(kind);
    },
    referring(kind, key) {
      for (const one of ['page', 'block', 'menu', 'media']) note(nameKind(one));
      return lookup.referring(kind, key);
    },
    byValue(place, value) {
      note(nameValue(place, valueKey(value)));
      return lookup.byValue(place, value);
    },
  };
}

/** The names under which `trackReads` notes what is read of these versions of a record. */
export function* namesRead(entries: readonly Entry[]): Iterable<string> {
  for (const entry of entries) {
    yield nameRecord(entry.kind, entry.key);
    yield nameKind(entry.kind);
    for (const { typeKind, record } of judgedParts(entry.kind, entry, null))
      for (const name of Object.keys(record.fields)) {
        const place = { kind: typeKind, type: record.type, name, isOwn: false };
        yield nameValue(place, valueKey(valueNamed(record, place)));
      }
  }
}

const entriesOf = ({ before, after }: EntryChange): readonly Entry[] => [before, after].flatMap((entry) => entry ?? []);

/** The files of records with a value that a rule compares and that a change concerns. */
export const sharingValues = (change: EntryChange, store: Store): readonly string[] =>
  entriesOf(change).flatMap((entry) =>
    judgedParts(entry.kind, entry, null).flatMap(({ typeKind: kind, record }) =>
      rulesFor(kind, record.type, store).flatMap(({ reads }) =>
        typeof reads !== 'object'
          ? []
          : store
              .byValue({ kind, type: record.type, name: reads.name, isOwn: reads.isOwn }, valueNamed(record, reads))
              .map((held) => held.entry.path),
      ),
    ),
  );

/** The files of records with a rule that may read anything. */
export function readingAnything(store: Store): readonly string[] {
  if (store.code.rules.isEmpty) return [];
  return RULED_TYPES.flatMap((kind) =>
    [...store.all(kind)]
      .filter(({ key }) => rulesFor(kind, key, store).some(({ reads }) => reads === 'anything'))
      .flatMap(({ key }) => store.referring(kind, key).map(({ path }) => path)),
  );
}
