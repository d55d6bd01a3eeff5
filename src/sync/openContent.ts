import { join } from 'node:path';
import type { CommitHistory } from '../git/history/commitHistory.ts';
import { createHistory, type History } from '../git/history/history.ts';
import type { FindName } from '../git/history/nameRecords.ts';
import type { FindGit } from '../git/read/native.ts';
import type { ReadableRepository } from '../git/read/readable.ts';
import { within } from '../lib/turn/within.ts';
import type { FindSince } from '../store/byAge.ts';
import { createReadRecord, type FileTimes, type ReadRecord } from '../store/file/fileRecord.ts';
import { isBroken, type KnownFile } from '../store/file/knownFile.ts';
import { type PackedWalk, unpackWalk } from '../store/file/packedWalk.ts';
import { createParseCache, type ParseCache } from '../store/file/parseCache.ts';
import { modifiedAt, type Stamp } from '../store/file/stamp.ts';
import type { Store } from '../store/store.ts';
import { createIndexer, type Indexer, type IndexerParts } from './indexer.ts';
import { createLastGood } from './version/lastGood.ts';
import { createReadVersion } from './version/readVersion.ts';
import { fileName, recordName, recordNames } from './version/recordNames.ts';

/** How the records of one home follow its files. */
export interface IndexedHome {
  readonly indexer: Indexer;
  readonly cache: ParseCache;
}

/** The records of the content, loaded, with what git knows of them. Nothing is written to the repository. */
export interface OpenContent extends IndexedHome {
  readonly history: History;
  readonly readRecord: ReadRecord;
  /** The commit the history was read at. */
  readonly head: string | null;
  /** False when the history takes longer than was waited for: the records must then be loaded once more. */
  readonly isHistoryReady: boolean;
  /** Resolves when the history is there. */
  readonly historyReady: Promise<unknown>;
}

interface Options {
  readonly repo: ReadableRepository;
  readonly store: Store;
  /** Where caches lie. */
  readonly privateDir: string;
  readonly findGit: FindGit;
  readonly clock: () => Date;
  readonly readRecord?: ReadRecord;
  /** What somebody is seeing of the files, if anybody is. */
  readonly walk?: Promise<PackedWalk | null> | undefined;
  /** As long as it takes unless given. */
  readonly historyTimeoutMs?: number | undefined;
}

/** The history's cache, beside the parse cache. */
export const HISTORY_FILE = 'history.bin';

/** Reads every content file into the store, with the times that git's history gives them. */
export async function openContent(options: Options): Promise<OpenContent> {
  const { repo, store, privateDir, findGit, clock, walk, historyTimeoutMs, readRecord = createReadRecord() } = options;
  const inState = (name: string): string => join(privateDir, 'state', name);
  const head = await repo.head();
  let endParsing = (): void => undefined;
  const parsing = new Promise<void>((resolve) => {
    endParsing = resolve;
  });
  const names = { ...recordNames, ofReadFiles: () => parsing.then(() => namesIn(cache)) };
  const opening = createHistory({ repo, cacheFile: inState(HISTORY_FILE), findGit, names });
  // Read while the history's file is waited for.
  const cache = createParseCache(inState('parse-cache.bin'), clock);
  const history = await opening;
  const historyReady = history.extend(head);
  // It is waited for when the files are parsed.
  historyReady.catch(() => undefined);
  const findLastGood = createLastGood(repo, createReadVersion(repo.objects, readRecord));
  store.tellAges(agesFrom(history));
  const past = { times: timesFrom(history), findLastGood };
  const indexer = createIndexer({ store, root: repo.root, home: 'content', cache, readRecord, ...past });
  let isHistoryReady = false;
  /** A server starts without the history, too: what has gone wrong with it is told by who waits for it. */
  const untilRead = async (): Promise<unknown> =>
    historyTimeoutMs === undefined ? historyReady : within(historyTimeoutMs, historyReady).catch(() => undefined);
  const untilTimed = async (): Promise<void> => {
    endParsing();
    await untilRead();
    isHistoryReady = history.head() === head;
  };
  const packed = await walk;
  // The history would wait for ever for files that cannot be read.
  await indexer.load(packed ? unpackWalk(packed) : undefined, untilTimed).finally(endParsing);
  return { indexer, cache, history, readRecord, head, isHistoryReady, historyReady };
}

/** The names of files as they were last parsed. */
const namesIn =
  (cache: Pick<ParseCache, 'get'>): FindName =>
  (path, blob) => {
    const known = cache.get(path);
    return known?.rev === blob && !isBroken(known) ? fileName(known.kind, known.head.id, path) : undefined;
  };

/** What the disk says of a file's times. */
export const timesOnDisk = (stamp: Stamp): FileTimes => ({
  createdAt: modifiedAt(stamp),
  updatedAt: modifiedAt(stamp),
});

/** Since when git has had a record's file where it stands. */
export const agesFrom =
  (history: Pick<CommitHistory, 'cameAt'>): FindSince =>
  ({ kind, id, path }) =>
    history.cameAt(recordName(kind, id, path), path);

/** Git's times; an uncommitted change counts its mtime. */
export const timesFrom =
  (history: History): IndexerParts['times'] =>
  (known, stamp) =>
    timesIn(history, known, () => timesOnDisk(stamp));

/** Git's times of a version of a file; `others` where it knows none. */
export function timesIn(
  history: Pick<CommitHistory, 'firstVersion' | 'changedAt'>,
  { kind, path, rev, head: { id, createdAt, updatedAt } }: Pick<KnownFile, 'kind' | 'path' | 'rev' | 'head'>,
  others: () => FileTimes,
): FileTimes {
  // What the file says counts; nothing need be looked up then.
  if (createdAt && updatedAt) return { createdAt, updatedAt };
  const name = recordName(kind, id, path);
  return {
    createdAt: createdAt ?? history.firstVersion(name)?.at ?? others().createdAt,
    updatedAt: updatedAt ?? history.changedAt(name, path, rev) ?? others().updatedAt,
  };
}
