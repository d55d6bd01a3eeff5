import type { Entry } from '../../model/entry.ts';
import type { Kind } from '../../model/records.ts';
import type { FileRecord } from '../../store/file/fileRecord.ts';
import type { Store } from '../../store/store.ts';
import type { Reader } from './reader.ts';
import { restrictRecords } from './restrictRecords.ts';

/** A store as somebody sees it who may not read all of it: what is hidden does not exist there. It cannot be changed. */
export function restrictStore(store: Store, reader: Reader): Store {
  const { mayRead } = reader;
  const lookup = restrictRecords(store, reader);
  const countReadable = (kind: Kind): number => [...lookup.all(kind)].length;
  /** The record of a file, if it is served and may be read: what another file has kept from being served is told to nobody. */
  function readableFile(file: FileRecord | undefined): readonly FileRecord[] {
    const entry: Entry | undefined = file && store.byKey(file.kind, file.key);
    return file && entry?.path === file.path && mayRead(entry) ? [file] : [];
  }
  const fileAt = (path: string): FileRecord | undefined => readableFile(store.fileAt(path))[0];
  return {
    ...lookup,
    get version() {
      return store.version;
    },
    fileAt,
    paths: () => [...store.paths()].filter((path) => fileAt(path) !== undefined),
    filesFor: (kind, key) => store.filesFor(kind, key).flatMap(readableFile),
    countIn: store.countIn,
    problems: () => store.problems().filter(({ path }) => fileAt(path) !== undefined),
    broken: NONE,
    holdersOf: (place, value) => store.holdersOf(place, value).filter(mayRead),
    prepareValues: store.prepareValues,
    prepareReferences: store.prepareReferences,
    knowsReferences: store.knowsReferences,
    hasId: store.hasId,
    highestId: store.highestId,
    count: countReadable,
    apply: refuse,
    fillMissing: refuse,
    add: refuse,
    tellAges: refuse,
  };
}

const NONE: Store['broken'] = new Map();

function refuse(): never {
  throw new Error('This store only shows records: change the one that it shows');
}
