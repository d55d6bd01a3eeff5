import { join } from 'node:path';
import { createHistory, type HeadHistory } from '../../git/history/history.ts';
import type { FindName } from '../../git/history/nameRecords.ts';
import type { FindGit } from '../../git/read/native.ts';
import type { ReadableRepository } from '../../git/read/readable.ts';
import { finishesWithin } from '../../lib/turn/finishesWithin.ts';
import { createReadRecord, type ReadRecord } from '../../store/file/fileRecord.ts';
import { isBroken } from '../../store/file/knownFile.ts';
import { type PackedWalk, unpackWalk } from '../../store/file/packedWalk.ts';
import { createParseCache, type ParseCache } from '../../store/file/parseCache.ts';
import type { Store } from '../../store/store.ts';
import { agesFrom, timesIn, timesOnDisk } from '../version/fileTimes.ts';
import { createLastGood } from '../version/lastGood.ts';
import { createReadVersion } from '../version/readVersion.ts';
import { fileName, recordNames } from '../version/recordNames.ts';
import { createIndexer, type Indexer, type IndexerParts } from './indexer.ts';

/** The indexer of one home, and its parse cache. */
export interface IndexedHome {
  readonly indexer: Indexer;
  readonly cache: ParseCache;
}

/** The loaded records of the content, with their history. Nothing is written to the repository. */
export interface OpenContent extends IndexedHome {
  readonly history: HeadHistory;
  readonly readRecord: ReadRecord;
  /** HEAD when the history was read. */
  readonly head: string | null;
  /** False if the history was not read in time: the records must then be loaded again later. */
  readonly isHistoryReady: boolean;
  /** Resolves when the history is read. */
  readonly historyReady: Promise<unknown>;
}

interface Options {
  readonly repo: ReadableRepository;
  readonly store: Store;
  /** The folder of the caches. */
  readonly privateDir: string;
  readonly findGit: FindGit;
  readonly clock: () => Date;
  readonly readRecord?: ReadRecord;
  /** A list of the files that another thread is making, if one is. */
  readonly walk?: Promise<PackedWalk | null> | undefined;
  /** How long to wait for the history; without limit if absent. */
  readonly historyTimeoutMs?: number | undefined;
}

/** The cache file of the history, beside the parse cache. */
export const HISTORY_FILE = 'history.bin';

/** Reads every content file into the store, with the times from git's history. */
export async function loadContent(options: Options): Promise<OpenContent> {
  const { repo, store, privateDir, findGit, clock, walk, historyTimeoutMs, readRecord = createReadRecord() } = options;
  const inState = (name: string): string => join(privateDir, 'state', name);
  const head = await repo.head();
  let endParsing = (): void => undefined;
  const parsing = new Promise<void>((resolve) => {
    endParsing = resolve;
  });
  const names = { ...recordNames, ofReadFiles: () => parsing.then(() => createFindName(cache)) };
  const opening = createHistory({ repo, cacheFile: inState(HISTORY_FILE), findGit, names });
  // Read while the history's cache file is being read.
  const cache = createParseCache(inState('parse-cache.bin'), clock);
  const history = await opening;
  const historyReady = history.extend(head);
  // Awaited in `untilTimed`, after the files are parsed.
  historyReady.catch(() => undefined);
  const findLastGood = createLastGood(repo, createReadVersion(repo.objects, readRecord));
  store.tellAges(agesFrom(history));
  const past = { times: timesFrom(history), findLastGood };
  const indexer = createIndexer({ store, root: repo.root, home: 'content', cache, readRecord, ...past });
  let isHistoryReady = false;
  /** A server starts even without the history; whoever awaits `historyReady` reports its errors. */
  const untilRead = async (): Promise<unknown> =>
    historyTimeoutMs === undefined
      ? historyReady
      : finishesWithin(historyTimeoutMs, historyReady).catch(() => undefined);
  const untilTimed = async (): Promise<void> => {
    endParsing();
    await untilRead();
    isHistoryReady = history.head() === head;
  };
  const packed = await walk;
  // If loading fails, the history must not wait for parsed files forever.
  await indexer.load(packed ? unpackWalk(packed) : undefined, untilTimed).finally(endParsing);
  return { indexer, cache, history, readRecord, head, isHistoryReady, historyReady };
}

/** Finds the record names of files as they were last parsed. */
const createFindName =
  (cache: Pick<ParseCache, 'get'>): FindName =>
  (path, blob) => {
    const known = cache.get(path);
    return known?.rev === blob && !isBroken(known) ? fileName(known.kind, known.head.id, path) : undefined;
  };

/** Times from git; the mtime for uncommitted changes. */
const timesFrom =
  (history: HeadHistory): IndexerParts['times'] =>
  (known, stamp) =>
    timesIn(history, known, () => timesOnDisk(stamp));
