import { onceEach } from '../lib/list/onceEach.ts';
import type { Entry } from '../model/entry.ts';
import type { RecordLocation } from '../model/location.ts';
import type { Kind, Records } from '../model/records.ts';
import type { JudgeLookup } from '../model/rules/recordRule.ts';
import { locateFile } from '../store/file/inspectSightings.ts';
import type { FileNotes } from '../store/file/knownFile.ts';
import type { Store } from '../store/store.ts';

/**
 * The records whose files can be read. The store also serves the last good records of broken files, which are not
 * checked.
 */
export interface ReadableRecords extends JudgeLookup {
  /** Whether a broken file has the path of this record: then it may exist. */
  mayHold(kind: Kind, key: string): boolean;
  /** Whether any broken file has the path of a record of this kind. */
  mayHoldAny(kind: Kind): boolean;
  /** The data in a record's own file: the served data may hold more. */
  saidIn<T>(entry: Entry<T>): T;
  notesOn(entry: Entry): FileNotes | undefined;
}

export function soundIn(store: Store): ReadableRecords {
  const isSound = ({ path }: Entry): boolean => !store.broken.has(path);
  const only = <T extends Entry>(entry: T | undefined): T | undefined => (entry && isSound(entry) ? entry : undefined);
  function* all<K extends Kind>(kind: K): Iterable<Entry<Records[K]>> {
    for (const entry of store.all(kind)) if (isSound(entry)) yield entry;
  }
  // Thousands of files may be broken at once, and each is asked about for every mention of something that is missing.
  const locate = onceEach((path: string) => locateFile('content', path));
  function mayBe(isWanted: (located: RecordLocation) => boolean): boolean {
    for (const path of store.broken.keys()) {
      const located = locate(path);
      if (located && isWanted(located)) return true;
    }
    return false;
  }
  return {
    code: store.code,
    get: (kind, id) => only(store.get(kind, id)),
    byKey: (kind, key) => only(store.byKey(kind, key)),
    find: (kind, index, key) => store.find(kind, index, key).filter(isSound),
    all,
    referring: (kind, key) => store.referring(kind, key).filter(isSound),
    byValue: (place, value) => store.byValue(place, value).filter(({ entry }) => isSound(entry)),
    mayHold: (kind, key) => mayBe((located) => located.kind === kind && located.key === key),
    mayHoldAny: (kind) => mayBe((located) => located.kind === kind),
    // A file's data is of the type of its record.
    saidIn: <T>(entry: Entry<T>) => (store.fileAt(entry.path)?.data ?? entry.data) as T,
    notesOn: ({ path }) => store.fileAt(path)?.notes,
  };
}
