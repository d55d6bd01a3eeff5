import { join } from 'node:path';
import { isObjectId } from '../../git/format/object.ts';
import type { FindGit } from '../../git/read/native.ts';
import { contentTree } from '../../git/read/readable.ts';
import { diffTrees } from '../../git/read/treeDiff.ts';
import type { GitRepository } from '../../git/repository.ts';
import { readFileIfExists } from '../../lib/disk/readFileIfExists.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../model/entities/index.ts';
import { createStore } from '../../store/createStore.ts';
import { createReadRecord, type ReadRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { PackedWalk } from '../../store/file/packedWalk.ts';
import { createParseCache, type ParseCache } from '../../store/file/parseCache.ts';
import type { Home } from '../../store/home.ts';
import type { FileUpdate, Store } from '../../store/store.ts';
import { timesOnDisk } from '../version/fileTimes.ts';
import { createReadVersion } from '../version/readVersion.ts';
import { createIndexer } from './indexer.ts';
import { type IndexedHome, loadContent, type OpenContent } from './loadContent.ts';

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

interface Parts {
  readonly repo: Pick<GitRepository, 'head' | 'location' | 'objects'>;
  readonly store: Store;
  readonly cache: ParseCache;
  readonly readRecord: ReadRecord;
}

/**
 * Makes the store serve the last commit instead of the working files, for a start during a merge or rebase that has
 * left them half changed. Returns that commit. The cache forgets these files, so that they are read when the operation
 * ends.
 */
async function serveCommitted({ repo, store, cache, readRecord }: Parts): Promise<string | null> {
  const { objects, location } = repo;
  const commit = (await beforeRebase(location.gitDir)) ?? (await repo.head());
  if (commit === null) return null;
  const at = (await objects.readCommit(commit)).committer.at.toISOString();
  const files = await diffTrees(objects.readTree, null, await contentTree({ objects, location }, commit));
  const committed = new Map(files.map(({ path, after }) => [path, after!]));
  const readVersion = createReadVersion(objects, readRecord);
  const updates: FileUpdate[] = [];
  const yieldIfBusy = createYieldIfBusy();
  for (const path of store.paths())
    if (entityOf(store.fileAt(path)!.kind).home === 'content' && !committed.has(path))
      updates.push({ path, record: null, problems: [] });
  for (const [path, rev] of committed) {
    await yieldIfBusy();
    if (!locateFile('content', path) || store.fileAt(path)?.rev === rev) continue;
    const record = await readVersion(path, rev, { createdAt: at, updatedAt: at });
    if (record) updates.push({ path, record, problems: [] });
  }
  for (const { path } of updates) cache.drop(path);
  store.apply(updates);
  return commit;
}

/** The commit of the branch before the current rebase, where git-rebase keeps it. */
async function beforeRebase(gitDir: string): Promise<string | undefined> {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const id = (await readFileIfExists(join(gitDir, folder, 'orig-head')))?.trim();
    if (id !== undefined && isObjectId(id)) return id;
  }
  return undefined;
}
