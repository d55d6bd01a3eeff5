import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { createHistory, type History } from '../git/history.ts';
import type { NativeGit } from '../git/native.ts';
import type { GitRepository } from '../git/repository.ts';
import { within } from '../lib/within.ts';
import { createReadRecord, type FileTimes, type ReadRecord } from '../store/fileRecord.ts';
import { createParseCache, type ParseCache } from '../store/parseCache.ts';
import type { Home } from '../store/scan.ts';
import { createStore, type Store } from '../store/store.ts';
import { createIndexer, type Indexer, type IndexerParts } from './indexer.ts';
import { createLastGood } from './lastGood.ts';
import { createReadVersion } from './readVersion.ts';
import { recordName, recordNames } from './recordNames.ts';

/** How the records of one home follow its files. */
export interface IndexedHome {
  readonly indexer: Indexer;
  readonly cache: ParseCache;
}

/** All records, loaded, with what keeps them up to date. */
export interface Records {
  readonly store: Store;
  readonly history: History;
  readonly readRecord: ReadRecord;
  readonly homes: Readonly<Record<Home, IndexedHome>>;
  /** The commit the store was loaded at. */
  readonly head: string | null;
  /** False when the history takes long: it comes later, and the records must then be loaded once more. */
  readonly isHistoryReady: boolean;
  /** Resolves when the history is there. */
  readonly historyReady: Promise<unknown>;
  /** Writes the caches that the next start is quicker with. */
  save(): Promise<void>;
}

interface Options {
  readonly repo: GitRepository;
  readonly privateDir: string;
  readonly nativeGit: NativeGit | null;
  readonly clock: () => Date;
  /** A store with the parts that are to hear of every change. */
  readonly store?: Store;
  /** The start waits this long for the history. */
  readonly historyTimeoutMs?: number;
}

const HISTORY_TIMEOUT_MS = 10_000;

/** Loads every record of both homes: the boot of DESIGN, "Boot". */
export async function openRecords({
  repo,
  privateDir,
  nativeGit,
  clock,
  store = createStore(),
  historyTimeoutMs = HISTORY_TIMEOUT_MS,
}: Options): Promise<Records> {
  const inState = (name: string): string => join(privateDir, 'state', name);
  const head = await repo.head();
  const history = await createHistory({ repo, cacheFile: inState('history.bin'), nativeGit, names: recordNames });
  const historyReady = history.extend(head);
  const isHistoryReady = await within(historyTimeoutMs, historyReady);

  const readRecord = createReadRecord();
  const open = (home: Home, root: string, cacheFile: string, past: Past): IndexedHome => {
    const cache = createParseCache(inState(cacheFile), clock);
    return { cache, indexer: createIndexer({ store, root, home, cache, readRecord, ...past }) };
  };
  const findLastGood = createLastGood(repo, createReadVersion(repo.objects, readRecord));
  const homes = {
    content: open('content', repo.root, 'parse-cache.ndjson', { times: timesFrom(history), findLastGood }),
    private: open('private', privateDir, 'private-cache.ndjson', { times: ({ stats }) => timesOnDisk(stats) }),
  };
  await Promise.all([homes.content.indexer.load(), homes.private.indexer.load()]);

  const save = async (): Promise<void> => {
    await Promise.all([homes.content.cache.save(), homes.private.cache.save(), history.save()]);
  };
  return { store, history, readRecord, homes, head, isHistoryReady, historyReady, save };
}

/** What is known of files besides what they say now. */
type Past = Pick<IndexerParts, 'times' | 'findLastGood'>;

const timesOnDisk = ({ mtime }: Stats): FileTimes => ({
  createdAt: mtime.toISOString(),
  updatedAt: mtime.toISOString(),
});

/** Git's times; an uncommitted change counts its mtime. */
const timesFrom =
  (history: History): Past['times'] =>
  ({ path, located, stats }, rev, { id, createdAt, updatedAt }) => {
    // What the file says counts; nothing need be looked up then.
    if (createdAt && updatedAt) return { createdAt, updatedAt };
    const name = recordName(located.kind, id, path);
    return {
      createdAt: createdAt ?? history.firstVersion(name)?.at ?? timesOnDisk(stats).createdAt,
      updatedAt: updatedAt ?? history.changedAt(name, path, rev) ?? timesOnDisk(stats).updatedAt,
    };
  };
