import { join } from 'node:path';
import type { History } from '../git/history/history.ts';
import type { FindGit } from '../git/read/native.ts';
import type { GitRepository } from '../git/repository.ts';
import { createReadRecord, type ReadRecord } from '../store/file/fileRecord.ts';
import type { PackedWalk } from '../store/file/packedWalk.ts';
import { createParseCache } from '../store/file/parseCache.ts';
import type { Home } from '../store/home.ts';
import { createStore, type Store } from '../store/store.ts';
import { createIndexer } from './indexer.ts';
import { type IndexedHome, openContent, timesOnDisk } from './openContent.ts';
import { serveCommitted } from './serveCommitted.ts';

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
  readonly findGit: FindGit;
  readonly clock: () => Date;
  /** A store with the parts that are to hear of every change. */
  readonly store?: Store;
  /** What another thread is seeing of the content's files, if one is. */
  readonly walk?: Promise<PackedWalk | null> | undefined;
  /** The start waits this long for the history. */
  readonly historyTimeoutMs?: number;
}

const HISTORY_TIMEOUT_MS = 10_000;

/** Loads every record of both homes: the boot of DESIGN, "Boot". */
export async function openRecords({
  repo,
  privateDir,
  findGit,
  clock,
  store = createStore(),
  walk,
  historyTimeoutMs = HISTORY_TIMEOUT_MS,
}: Options): Promise<Records> {
  const readRecord = createReadRecord();
  const cache = createParseCache(join(privateDir, 'state', 'private-cache.bin'), clock);
  const indexer = createIndexer({
    ...{ store, root: privateDir, home: 'private', cache, readRecord },
    times: (_, stamp) => timesOnDisk(stamp),
  });
  // First: what the store holds already is looked through for what is gone.
  await indexer.load();
  const content = await openContent({
    ...{ repo, store, privateDir, findGit, clock, readRecord, historyTimeoutMs },
    // What a recovery has put in place was not seen.
    walk: repo.hasRecovered ? undefined : walk,
  });
  const { history, isHistoryReady, historyReady } = content;
  const isMerging = repo.operation()?.isMerging === true;
  const head = isMerging ? await serveCommitted({ repo, store, cache: content.cache, readRecord }) : content.head;
  const save = async (): Promise<void> => {
    await Promise.all([content.cache.save(), cache.save(), history.save()]);
  };
  const homes = { content: { indexer: content.indexer, cache: content.cache }, private: { indexer, cache } };
  return { store, history, readRecord, homes, head, isHistoryReady, historyReady, save };
}
