import { join } from 'node:path';
import type { FindGit } from '../../git/read/native.ts';
import type { GitRepository } from '../../git/repository.ts';
import { createStore } from '../../store/createStore.ts';
import { createReadRecord } from '../../store/file/fileRecord.ts';
import type { PackedWalk } from '../../store/file/packedWalk.ts';
import { createParseCache } from '../../store/file/parseCache.ts';
import type { Home } from '../../store/home.ts';
import type { Store } from '../../store/store.ts';
import { timesOnDisk } from '../version/fileTimes.ts';
import { createIndexer } from './indexer.ts';
import { type IndexedHome, loadContent, type OpenContent } from './loadContent.ts';
import { serveCommitted } from './serveCommitted.ts';

/** All loaded records, with the parts that keep them up to date. */
export interface OpenRecords extends Omit<OpenContent, keyof IndexedHome> {
  readonly store: Store;
  readonly homes: Readonly<Record<Home, IndexedHome>>;
  /** The commit that the store was loaded at. */
  readonly head: string | null;
  /** Writes the caches that make the next start quicker. */
  save(): Promise<void>;
}

interface Options {
  readonly repo: GitRepository;
  readonly privateDir: string;
  readonly findGit: FindGit;
  readonly clock: () => Date;
  /** A store whose parts should hear of every change. */
  readonly store?: Store;
  /** A list of the content's files that another thread is making, if one is. */
  readonly walk?: Promise<PackedWalk | null> | undefined;
  /** How long the start waits for the history. */
  readonly historyTimeoutMs?: number;
}

const HISTORY_TIMEOUT_MS = 10_000;

/** Loads all records of both homes (DESIGN, "Boot"). */
export async function openRecords({
  repo,
  privateDir,
  findGit,
  clock,
  store = createStore(),
  walk,
  historyTimeoutMs = HISTORY_TIMEOUT_MS,
}: Options): Promise<OpenRecords> {
  const readRecord = createReadRecord();
  const cache = createParseCache(join(privateDir, 'state', 'private-cache.bin'), clock);
  const indexer = createIndexer({
    ...{ store, root: privateDir, home: 'private', cache, readRecord },
    times: (_, stamp) => timesOnDisk(stamp),
  });
  // First, because `load` goes through everything in the store to find what is gone.
  await indexer.load();
  const content = await loadContent({
    ...{ repo, store, privateDir, findGit, clock, readRecord, historyTimeoutMs },
    // The list was made before a recovery changed files.
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
