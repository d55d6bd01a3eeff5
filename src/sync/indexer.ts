import { setImmediate as breathe } from 'node:timers/promises';
import { createBreath } from '../lib/createBreath.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Change, Problem } from '../model/entry.ts';
import type { Body } from '../store/body.ts';
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
import { createInspect, type FoundFile, type Home, type Scan, scan } from '../store/scan.ts';
import type { FileUpdate, Store } from '../store/store.ts';
import type { FindLastGood } from './lastGood.ts';

export interface IndexerParts {
  readonly store: Store;
  readonly root: string;
  readonly home: Home;
  readonly cache: ParseCache;
  readonly readRecord: ReadRecord;
  /** What is known of a file's times from outside its text. */
  times(file: FoundFile, rev: string, value: RecordValue): FileTimes;
  /** Older versions of files that are broken and of which no good one has been seen. */
  readonly findLastGood?: FindLastGood;
}

/** Makes the store follow the files of one home. Its callers stand in the write queue. */
export interface Indexer {
  /** Reads all files; those that have not changed since the parse cache was written are not even opened. */
  load(): Promise<readonly Change[]>;
  /** Reads these paths again, whatever became of them. */
  reindex(paths: readonly string[]): Promise<readonly Change[]>;
  /** As `reindex`, but leaves alone what cannot be made a record, and gives it: somebody may be half way through writing it. */
  reindexGood(paths: readonly string[]): Promise<readonly string[]>;
  /** The paths that hold a record or a problem. */
  known(): Iterable<string>;
  hasProblem(path: string): boolean;
}

export function createIndexer(parts: IndexerParts): Indexer {
  const { store, root, home, cache, readRecord, times, findLastGood } = parts;
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
    const toParse: FoundFile[] = [];
    for (const [index, file] of files.entries()) {
      if (isSliceEnd(index)) await breathe();
      const known = cache.find(file.path, file.stats);
      if (known) updates.push(toUpdate(file, known));
      else toParse.push(file);
    }
    const breath = createBreath();
    const take = async (parsed: readonly ParsedFile[]): Promise<void> => {
      for (const one of parsed) {
        updates.push(takeParsed(byPath.get(one.path)!, one));
        await breath();
      }
    };
    await parseFiles(
      root,
      toParse.map(({ path }) => ({ path, ...revOf(cache.get(path)) })),
      take,
    );
    return updates;
  }

  /** A file that was read: its bytes are those of the cache, or they are made a record, or they are broken. */
  function takeParsed(file: FoundFile, { path, rev, json, body, problem }: ParsedFile): FileUpdate {
    const value = json === undefined ? (cache.get(path)?.json ?? []) : readValue(file, json, body);
    if (problem || typeof value !== 'string') {
      cache.drop(path);
      return { path, record: undefined, problems: [problem ?? value].flat() as readonly Problem[] };
    }
    cache.set({ path, rev, json: value }, file.stats);
    return toUpdate(file, { rev, json: value });
  }

  /** The record a file's text makes, as the cache keeps it. */
  function readValue({ located, path }: FoundFile, json: string, body?: Body): string | readonly Problem[] {
    const value = readRecord(located, path, JSON.parse(json), body);
    return 'data' in value ? JSON.stringify(value) : value;
  }

  async function readAll({ files, problems }: Scan, gone: readonly string[]): Promise<readonly FileUpdate[]> {
    for (const path of gone) cache.drop(path);
    return [
      ...gone.map((path) => ({ path, record: null, problems: [] })),
      ...problems.map((problem) => ({ path: problem.path, record: undefined, problems: [problem] })),
      ...(await readFiles(files)),
    ];
  }

  /** A file that was broken before the server started is served as it was before that. */
  async function withLastGood(updates: readonly FileUpdate[]): Promise<readonly FileUpdate[]> {
    const broken = updates.filter(({ path, record }) => record === undefined && !store.fileAt(path));
    if (broken.length === 0 || !findLastGood) return updates;
    const good = new Map((await findLastGood(broken.map(({ path }) => path))).map((record) => [record.path, record]));
    return updates.map((update) => ({ ...update, record: good.get(update.path) ?? update.record }));
  }

  /** Looks at paths one by one and reads what is there. */
  async function readPaths(paths: readonly string[]): Promise<readonly FileUpdate[]> {
    const inspect = createInspect(root, home);
    const files: FoundFile[] = [];
    const problems: Problem[] = [];
    const gone: string[] = [];
    for (const [index, path] of paths.entries()) {
      if (isSliceEnd(index)) await breathe();
      const { file, problem } = inspect(path);
      if (file) files.push(file);
      else if (problem) problems.push(problem);
      else gone.push(path);
    }
    return readAll({ files, problems }, gone);
  }

  function apply(updates: readonly FileUpdate[]): readonly Change[] {
    for (const update of updates) {
      if (update.problems.length > 0) troubled.add(update.path);
      else troubled.delete(update.path);
    }
    return store.apply(updates);
  }

  function* known(): Iterable<string> {
    for (const path of store.paths()) if (entityOf(store.fileAt(path)!.kind).home === home) yield path;
    yield* troubled;
  }

  return {
    known,
    hasProblem: (path) => troubled.has(path),
    async load() {
      const found = scan(root, home);
      const present = new Set([...found.files, ...found.problems].map(({ path }) => path));
      const gone = [...new Set(known())].filter((path) => !present.has(path));
      return apply(await withLastGood(await readAll(found, gone)));
    },
    reindex: async (paths) => apply(await readPaths(paths)),
    async reindexGood(paths) {
      const updates = await readPaths(paths);
      apply(updates.filter(({ problems }) => problems.length === 0));
      return updates.filter(({ problems }) => problems.length > 0).map(({ path }) => path);
    },
  };
}

/** Other work gets its turn after so many files. */
const FILES_PER_SLICE = 200;
const isSliceEnd = (index: number): boolean => index % FILES_PER_SLICE === FILES_PER_SLICE - 1;

const revOf = (known: Known | undefined): { readonly knownRev?: string } => (known ? { knownRev: known.rev } : {});
