import { entityOf } from '../model/entities/index.ts';
import type { Change, Problem } from '../model/entry.ts';
import {
  type FileRecord,
  type FileTimes,
  type ReadRecord,
  type RecordValue,
  toFileRecord,
} from '../store/fileRecord.ts';
import type { Known, ParseCache } from '../store/parseCache.ts';
import type { ParsedFile } from '../store/parseFile.ts';
import { parseFiles } from '../store/parseFiles.ts';
import { type FoundFile, type Home, inspect, type Scan, scan } from '../store/scan.ts';
import type { FileUpdate, Store } from '../store/store.ts';

export interface IndexerParts {
  readonly store: Store;
  readonly root: string;
  readonly home: Home;
  readonly cache: ParseCache;
  readonly readRecord: ReadRecord;
  /** What is known of a file's times from outside its text. */
  times(file: FoundFile, rev: string, value: RecordValue): FileTimes;
}

/** Makes the store follow the files of one home. Its callers stand in the write queue. */
export interface Indexer {
  /** Reads all files; those that have not changed since the parse cache was written are not even opened. */
  load(): Promise<readonly Change[]>;
  /** Reads these paths again, whatever became of them. */
  reindex(paths: readonly string[]): Promise<readonly Change[]>;
}

export function createIndexer({ store, root, home, cache, readRecord, times }: IndexerParts): Indexer {
  /** Paths whose problems are shown: they may be gone although no record was there. */
  const troubled = new Set<string>();

  function toUpdate(file: FoundFile, { rev, json }: Known): FileUpdate {
    const { path, located } = file;
    const value = JSON.parse(json) as RecordValue;
    const record = toFileRecord(located, { path, rev }, value, times(file, rev, value));
    return { path, record: unlessSame(record), problems: [] };
  }

  /** The record that is there already, where the file says the same. */
  function unlessSame(record: FileRecord): FileRecord {
    const present = store.fileAt(record.path);
    const isSame =
      present &&
      present.rev === record.rev &&
      present.updatedAt === record.updatedAt &&
      present.createdAt === record.createdAt;
    return isSame ? present : record;
  }

  async function readFiles(files: readonly FoundFile[]): Promise<readonly FileUpdate[]> {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const updates: FileUpdate[] = [];
    const toParse = files.filter((file) => {
      const known = cache.find(file.path, file.stats);
      if (known) updates.push(toUpdate(file, known));
      return !known;
    });
    const take = (parsed: readonly ParsedFile[]): void => {
      for (const one of parsed) updates.push(takeParsed(byPath.get(one.path)!, one));
    };
    await parseFiles(
      root,
      toParse.map(({ path }) => ({ path, ...revOf(cache.get(path)) })),
      take,
    );
    return updates;
  }

  /** A file that was read: its bytes are those of the cache, or they are made a record, or they are broken. */
  function takeParsed(file: FoundFile, { path, rev, json, problem }: ParsedFile): FileUpdate {
    const value = json === undefined ? (cache.get(path)?.json ?? []) : readValue(file, json);
    if (problem || typeof value !== 'string') {
      cache.drop(path);
      return { path, record: undefined, problems: [problem ?? value].flat() as readonly Problem[] };
    }
    cache.set({ path, rev, json: value }, file.stats);
    return toUpdate(file, { rev, json: value });
  }

  /** The record a file's text makes, as the cache keeps it. */
  function readValue({ located, path }: FoundFile, json: string): string | readonly Problem[] {
    const value = readRecord(located, path, JSON.parse(json));
    return 'data' in value ? JSON.stringify(value) : value;
  }

  async function follow({ files, problems }: Scan, gone: readonly string[]): Promise<readonly Change[]> {
    for (const path of gone) cache.drop(path);
    const updates: readonly FileUpdate[] = [
      ...gone.map((path) => ({ path, record: null, problems: [] })),
      ...problems.map((problem) => ({ path: problem.path, record: undefined, problems: [problem] })),
      ...(await readFiles(files)),
    ];
    for (const update of updates) {
      if (update.problems.length > 0) troubled.add(update.path);
      else troubled.delete(update.path);
    }
    return store.apply(updates);
  }

  return {
    load() {
      const found = scan(root, home);
      const present = new Set([...found.files, ...found.problems].map(({ path }) => path));
      const own = [...store.paths()].filter((path) => entityOf(store.fileAt(path)!.kind).home === home);
      return follow(
        found,
        [...new Set([...own, ...troubled])].filter((path) => !present.has(path)),
      );
    },
    reindex(paths) {
      const looked = paths.map((path) => ({ path, ...inspect(root, home, path) }));
      const found = {
        files: looked.flatMap(({ file }) => file ?? []),
        problems: looked.flatMap(({ problem }) => problem ?? []),
      };
      return follow(
        found,
        looked.filter(({ file, problem }) => !file && !problem).map(({ path }) => path),
      );
    },
  };
}

const revOf = (known: Known | undefined): { readonly knownRev?: string } => (known ? { knownRev: known.rev } : {});
