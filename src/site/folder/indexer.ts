import { createYieldIfBusy, OWN_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { EntryChange, Problem } from '../../model/entry.ts';
import type { RecordLocation } from '../../model/location.ts';
import { type FileRecord, type FileTimes, fileRecordOf, type ReadRecord } from '../../store/file/fileRecord.ts';
import {
  createInspect,
  type FoundFile,
  inspectSightings,
  locateFile,
  type PathInspection,
} from '../../store/file/inspectSightings.ts';
import { isBroken, type KnownFile, type ReadFile } from '../../store/file/knownFile.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { type ParsedFile, parseBytes } from '../../store/file/parseFile.ts';
import { MAX_BYTES_HERE, parseFiles } from '../../store/file/parseFiles.ts';
import { type Stamp, UNKNOWN_STAMP } from '../../store/file/stamp.ts';
import { type Sighting, walkHome } from '../../store/file/walkHome.ts';
import { type Home, isLookedAt } from '../../store/home.ts';
import type { FileUpdate, Store } from '../../store/store.ts';
import type { FindLastGood } from '../version/lastGood.ts';

export interface IndexerParts {
  readonly store: Store;
  readonly root: string;
  readonly home: Home;
  readonly cache: ParseCache;
  readonly readRecord: ReadRecord;
  /** The times of a file from outside its text. */
  times(known: KnownFile, stamp: Stamp): FileTimes;
  /** Finds older versions of broken files that have no record in the store. */
  readonly findLastGood?: FindLastGood;
}

/** Keeps the store up to date with the files of one home. Its callers must be in the write queue. */
export interface Indexer {
  /**
   * Reads all files. Those that have not changed since the parse cache was written are not even opened.
   *
   * @param sightings all files, if they have been listed already
   * @param untilTimed resolves when `times` is ready; files are parsed meanwhile
   */
  load(sightings?: Iterable<Sighting>, untilTimed?: () => Promise<void>): Promise<readonly EntryChange[]>;
  /** Reads these paths again, even if their files are gone. */
  reindex(paths: readonly string[]): Promise<readonly EntryChange[]>;
  /** Like `reindex`, but skips files that are not valid records and returns their paths: they may be half written. */
  reindexGood(paths: readonly string[]): Promise<readonly string[]>;
  /**
   * Parses what files are about to hold, outside the write queue. Call the returned function once they hold it: then
   * they need not be parsed again.
   */
  foresee(files: AsyncIterable<ForeseenFile>): Promise<() => void>;
  /** The paths that have a record or a problem. */
  known(): Iterable<string>;
  hasProblem(path: string): boolean;
  /**
   * Whether the store has this version of a file, or its problems, judged by its stat; undefined if the stat cannot
   * tell.
   */
  isTaken(path: string, stamp: Stamp): boolean | undefined;
}

/** The future bytes of a file. */
export interface ForeseenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The value of a file, or its problems. */
type ParseOutcome = ReadFile | { readonly problems: readonly Problem[] };

/** The state of an indexer. */
interface Indexing extends IndexerParts {
  /** The problems reported for paths, some of which never had a record. */
  readonly troubled: Map<string, readonly Problem[]>;
}

export function createIndexer(parts: IndexerParts): Indexer {
  const { root, home, cache } = parts;
  const indexing: Indexing = { ...parts, troubled: new Map() };
  const { troubled } = indexing;
  return {
    known: () => listKnown(indexing),
    hasProblem: (path) => troubled.has(path),
    isTaken(path, stamp) {
      const read = cache.get(path);
      const problems = read && isBroken(read) ? read.problems : undefined;
      return troubled.get(path) === problems && cache.matches(path, stamp);
    },
    async load(sightings = walkHome(root, home), untilTimed) {
      const looks = inspectSightings(sightings, home, (path) => locateKnownFile(indexing, path));
      const updates = await indexFiles(indexing, { looks, missing: new Set(listKnown(indexing)), untilTimed });
      return applyFileUpdates(indexing, await serveLastGood(indexing, updates));
    },
    foresee: (files) => parseAhead(indexing, files),
    reindex: async (paths) => applyFileUpdates(indexing, await readPaths(indexing, paths)),
    async reindexGood(paths) {
      const updates = await readPaths(indexing, paths);
      applyFileUpdates(
        indexing,
        updates.filter(({ problems }) => problems.length === 0),
      );
      return updates.filter(({ problems }) => problems.length > 0).map(({ path }) => path);
    },
  };
}

function* listKnown({ store, home, troubled }: Indexing): Iterable<string> {
  for (const path of store.paths()) if (entityOf(store.fileAt(path)!.kind).home === home) yield path;
  yield* troubled.keys();
}

/** The kind and key of a path; taken from the cache for files that were read before. */
function locateKnownFile({ cache, home }: Indexing, path: string): RecordLocation | null {
  const read = cache.get(path);
  return read && !isBroken(read) ? read : locateFile(home, path);
}

/** Looks at paths one by one and reads what is there. */
function readPaths(indexing: Indexing, paths: readonly string[]): Promise<readonly FileUpdate[]> {
  const inspect = createInspect(indexing.root, indexing.home, (path) => locateKnownFile(indexing, path));
  return indexFiles(indexing, { looks: lookAtEach(paths, inspect), missing: new Set(paths) });
}

interface IndexTask {
  readonly looks: Iterable<PathInspection>;
  /** Those of these paths that are not found are gone. */
  readonly missing: Set<string>;
  readonly untilTimed?: (() => Promise<void>) | undefined;
}

/** Reads the files that were found, and finds those that are gone. */
async function indexFiles(
  indexing: Indexing,
  { looks, missing, untilTimed }: IndexTask,
): Promise<readonly FileUpdate[]> {
  const { cache } = indexing;
  const updates: FileUpdate[] = [];
  const good: { readonly known: KnownFile; readonly stamp: Stamp }[] = [];
  const unknown = new Map<string, FoundFile>();
  const unreadable: string[] = [];
  const yieldIfBusy = createYieldIfBusy({ ...OWN_SLICES, ms: SLICE_MS });
  function take({ path, stamp }: FoundFile, said: ParseOutcome): void {
    if ('problems' in said) updates.push({ path, record: undefined, problems: said.problems });
    else good.push({ known: said, stamp });
  }
  for (const { file, problem } of looks) {
    const path = file?.path ?? problem?.path;
    if (path !== undefined) missing.delete(path);
    const said = file && cache.find(file.path, file.stamp);
    if (problem?.code === 'UNREADABLE') unreadable.push(`${problem.path}/`);
    if (problem) updates.push({ path: problem.path, record: undefined, problems: [problem] });
    else if (said) take(file, said);
    else if (file) unknown.set(file.path, file);
    // Awaiting at every file would take as long as everything else done for it here.
    const others = yieldIfBusy();
    if (others) await others;
  }
  // One by one: there may be more than a call may have arguments.
  for (const update of dropGone(indexing, missing, unreadable)) updates.push(update);
  for (const [path, said] of await parseIntoCache(indexing, unknown)) take(unknown.get(path)!, said);
  await untilTimed?.();
  for (const { known, stamp } of good) {
    updates.push(toFileUpdate(indexing, known, stamp));
    const others = yieldIfBusy();
    if (others) await others;
  }
  return updates;
}

/** Drops files that are gone. Files in a folder that cannot be read may still exist. */
function dropGone({ cache }: Indexing, missing: Iterable<string>, unreadable: readonly string[]): FileUpdate[] {
  const gone = [...missing].filter((path) => !unreadable.some((folder) => path.startsWith(folder)));
  for (const path of gone) cache.drop(path);
  return gone.map((path) => ({ path, record: null, problems: [] }));
}

function toFileUpdate({ store, times }: Indexing, known: KnownFile, stamp: Stamp): FileUpdate {
  return { path: known.path, record: unlessSame(store, fileRecordOf(known, times(known, stamp))), problems: NONE };
}

/** The record that the store has already, if the file is unchanged. */
function unlessSame(store: Store, record: FileRecord): FileRecord {
  const present = store.fileAt(record.path);
  const isSame =
    present &&
    present.rev === record.rev &&
    present.updatedAt === record.updatedAt &&
    present.createdAt === record.createdAt;
  return isSame ? present : record;
}

/** Reads files into the cache and returns their values or problems. */
async function parseIntoCache(
  { root, home, cache, readRecord }: Indexing,
  files: ReadonlyMap<string, FoundFile>,
): Promise<ReadonlyMap<string, ParseOutcome>> {
  const all = new Map<string, ParseOutcome>();
  const yieldIfBusy = createYieldIfBusy();
  const take = async (parsed: readonly ParsedFile[]): Promise<void> => {
    for (const one of parsed) {
      const said = one.known ?? parseProblems(one) ?? cache.get(one.path) ?? { problems: NONE };
      if ('rev' in said) cache.set(said, files.get(one.path)!.stamp);
      else cache.drop(one.path);
      all.set(one.path, said);
      await yieldIfBusy();
    }
  };
  const toParse = [...files.keys()].map((path) => ({ path, ...cachedRev(cache.get(path)) }));
  await parseFiles({ root, home, readRecord }, toParse, take);
  return all;
}

/** Serves files that were broken before the server started as they were before that. */
async function serveLastGood(
  { store, findLastGood }: Indexing,
  updates: readonly FileUpdate[],
): Promise<readonly FileUpdate[]> {
  const broken = updates.filter(({ path, record }) => record === undefined && !store.fileAt(path));
  if (broken.length === 0 || !findLastGood) return updates;
  const good = new Map((await findLastGood(broken.map(({ path }) => path))).map((record) => [record.path, record]));
  return updates.map((update) => ({ ...update, record: good.get(update.path) ?? update.record }));
}

async function parseAhead(
  { home, cache, readRecord }: Indexing,
  files: AsyncIterable<ForeseenFile>,
): Promise<() => void> {
  const foreseen: ReadFile[] = [];
  const yieldIfBusy = createYieldIfBusy();
  for await (const file of files) {
    if (isLookedAt(home, file.path) && locateFile(home, file.path) && file.bytes.length <= MAX_BYTES_HERE) {
      const { known, rev, problems } = parseBytes(home, file, readRecord);
      if (known) foreseen.push(known);
      else if (problems && rev !== undefined) foreseen.push({ path: file.path, rev, problems });
    }
    await yieldIfBusy();
  }
  // Their stats are not known yet, so their bytes will be compared once more.
  return () => {
    for (const file of foreseen) cache.set(file, UNKNOWN_STAMP);
  };
}

function applyFileUpdates({ store, troubled }: Indexing, updates: readonly FileUpdate[]): readonly EntryChange[] {
  for (const update of updates) {
    if (update.problems.length > 0) troubled.set(update.path, update.problems);
    else troubled.delete(update.path);
  }
  return store.apply(updates);
}

function* lookAtEach(paths: readonly string[], inspect: (path: string) => PathInspection): Generator<PathInspection> {
  for (const path of paths) yield inspect(path);
}

const NONE: readonly Problem[] = Object.freeze([]);

/** How long to work before other work gets its turn. */
const SLICE_MS = 20;

const cachedRev = (read: ReadFile | undefined): { readonly knownRev?: string } => (read ? { knownRev: read.rev } : {});

/** The problems of a file. With the rev of its bytes, they can be cached until the bytes change. */
const parseProblems = ({ path, rev, problems }: ParsedFile): ParseOutcome | undefined =>
  problems && (rev === undefined ? { problems } : { path, rev, problems });
