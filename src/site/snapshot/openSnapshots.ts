import { LRUCache } from 'lru-cache';
import type { CommitHistory } from '../../git/history/commitHistory.ts';
import type { HeadHistory } from '../../git/history/history.ts';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import { BRANCH_REFS } from '../../git/remote/otherRefs.ts';
import type { GitRepository } from '../../git/repository.ts';
import { lazily } from '../../lib/list/lazily.ts';
import { KINDS } from '../../model/entities/index.ts';
import { notFound, unavailable } from '../../model/errors.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { createPageLists, type PageLists } from '../../store/page/pageLists.ts';
import { createSearch, type PageSearchIndexes } from '../../store/search/search.ts';
import { createStore, type Store } from '../../store/store.ts';
import { agesFrom } from '../loadContent.ts';
import { createRecordHistory, type RecordHistory } from '../version/recordHistory.ts';
import { createFileVersions } from './fileVersions.ts';
import { readInto, type SnapshotSource } from './readSnapshot.ts';
import { resolveRef } from './resolveRef.ts';

/**
 * A version of the content in memory: the same as a server on a checkout of its commit would serve. Everything that
 * shows or plans something from the live store can do so from this one. It holds only records of the content: users,
 * keys and webhooks are those of the live store. Only `Snapshots.advance` changes it.
 */
export interface Snapshot {
  readonly commit: string;
  readonly store: Store;
  /** Sorted lists by the server's clock, made on first use. */
  readonly lists: PageLists;
  /** Made on first use. */
  search(): PageSearchIndexes;
  /** The history of its commit. */
  readonly history: CommitHistory;
  readonly records: RecordHistory;
}

/** Opens any commit of the repository as a store. Versions share in memory what they have in common. */
export interface Snapshots {
  /**
   * The commit that a name stands for now: a branch, a tag, a branch of the git host, a fetched merge request
   * (`pull/7/head`), or the id of a commit, which may be abbreviated if it is an ancestor of the live commit.
   *
   * @param field the field of a request that holds the name, for errors; `ref` if absent
   * @throws CmsError VALIDATION if it cannot be a name; NOT_FOUND if nothing has that name
   */
  resolve(name: string, field?: string): Promise<string>;
  /**
   * The newest commit at a moment, of a branch or tag or of the live branch.
   *
   * @throws as `resolve`; NOT_FOUND before the first commit
   */
  atTime(at: Date, name?: string): Promise<string>;
  /**
   * @param reader the branch that the commit is read for, or its ref: a snapshot with no other reader may move with it
   * @throws CmsError NOT_FOUND if it is not a commit of this repository, SERVICE_UNAVAILABLE if it cannot be read
   */
  at(commit: string, reader?: string): Promise<Snapshot>;
  /**
   * Whether the snapshot of a commit is still in memory: keeping others longer would use memory that is not counted.
   */
  holds(commit: string): boolean;
  /**
   * The snapshot of `to`, made from that of `from` by reading what differs: for a writer that has just made a commit on
   * top of it. If `from` has no other reader, its own snapshot moves to `to`, as the live store moves; otherwise it
   * stays.
   */
  advance(from: string, to: string, reader: string): Promise<Snapshot>;
}

interface Parts {
  readonly repo: GitRepository;
  readonly live: Store;
  readonly history: HeadHistory;
  readonly readRecord: ReadRecord;
  /** The parsed files of the working folder. */
  readonly cache: Pick<ParseCache, 'get'>;
  readonly clock: () => Date;
  /** Names of git hosts in `refs/remotes/`; their branches can be named without them. */
  readonly remotes: readonly string[];
  /** The limit for all snapshots together, without what they share with the live store. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 80 * 1024 * 1024;
/** The share of it for parsed versions of files, which may belong to no snapshot any more. */
const FILES_SHARE = 1 / 4;
/** What a snapshot takes for each record: its entries in tables and lists. */
const RECORD_BYTES = 1_000;
/** What a search index takes for each page. */
const SEARCHED_BYTES = 2_500;
/** Unused snapshots are dropped after this time: they keep versions in memory that are not live any more. */
const IDLE_MS = 15 * 60_000;

interface CachedSnapshot {
  readonly snapshot: Snapshot;
  /** Whether it has a search index. */
  readonly isSearched: boolean;
  /** The refs that it is read for; a commit that is read for itself counts as its own ref. */
  readonly readers: Set<string>;
}

interface PendingSnapshot {
  readonly made: Promise<Snapshot>;
  readonly readers: Set<string>;
}

/** The state of opening snapshots. */
interface Shelf {
  readonly parts: Parts;
  readonly source: SnapshotSource;
  readonly held: LRUCache<string, CachedSnapshot>;
  readonly opening: Map<string, PendingSnapshot>;
  /** Queues the openings, one at a time: an unfinished one takes memory that is not counted yet. */
  turn: Promise<unknown>;
}

export function openSnapshots(parts: Parts): Snapshots {
  const { repo, live, readRecord, cache, history, maxBytes = MAX_BYTES } = parts;
  const readFile = createFileVersions({ objects: repo.objects, readRecord, cache, maxBytes: maxBytes * FILES_SHARE });
  const shelf: Shelf = {
    parts,
    source: { repo, live, readRecord, readFile },
    held: createHeld(maxBytes * (1 - FILES_SHARE)),
    opening: new Map(),
    turn: Promise.resolve(),
  };
  return {
    resolve: (name, field) => resolveRef(parts, name, field),
    at: async (commit, reader = commit) => snapshotAt(shelf, commit, readerName(reader)),
    holds: (commit) => shelf.held.has(commit),
    advance: (from, to, reader) =>
      queueOpening(shelf, () => moveSnapshot(shelf, { from, to, reader: readerName(reader) })),
    async atTime(time, name) {
      const tip = name === undefined ? await repo.head() : await resolveRef(parts, name);
      const commit = tip === null ? undefined : (await history.at(tip)).commitAt(time);
      if (commit === undefined) throw notFound('Content at that time');
      return commit;
    },
  };
}

const createHeld = (room: number): LRUCache<string, CachedSnapshot> =>
  new LRUCache({
    maxSize: room,
    // A snapshot larger than the limit is kept until the next one is opened.
    sizeCalculation: (one) => Math.min(snapshotSize(one), room),
    ttl: IDLE_MS,
    updateAgeOnGet: true,
  });

function queueOpening(shelf: Shelf, work: () => Promise<Snapshot>): Promise<Snapshot> {
  shelf.held.purgeStale();
  const next = shelf.turn.then(work).catch(refuseUnreadableVersion);
  shelf.turn = next.catch(() => undefined);
  return next;
}

/** The snapshot of a commit; waits for one that is just being opened. */
function snapshotAt(shelf: Shelf, commit: string, reader: string): Snapshot | Promise<Snapshot> {
  const present = shelf.held.get(commit);
  if (present) return readBy(present, [reader]);
  const { made, readers } = shelf.opening.get(commit) ?? startOpening(shelf, commit);
  readers.add(reader);
  return made;
}

function startOpening(shelf: Shelf, commit: string): PendingSnapshot {
  const readers = new Set<string>();
  const made = queueOpening(shelf, () => openSnapshot(shelf, commit, readers)).finally(() =>
    shelf.opening.delete(commit),
  );
  const started = { made, readers };
  shelf.opening.set(commit, started);
  return started;
}

async function openSnapshot(shelf: Shelf, commit: string, readers: Set<string>): Promise<Snapshot> {
  const { repo, history: histories, clock } = shelf.parts;
  const present = shelf.held.get(commit);
  if (present) return readBy(present, readers);
  if ((await repo.objects.typeOf(commit)) !== 'commit') throw notFound('Commit');
  const history = await histories.at(commit);
  const store = createStore();
  store.tellAges(agesFrom(history));
  await readInto(store, null, { commit, history }, shelf.source);
  return build(shelf, { commit, store, lists: createPageLists(store, clock), history, readers });
}

interface SnapshotMove {
  readonly from: string;
  readonly to: string;
  readonly reader: string;
}

async function moveSnapshot(shelf: Shelf, { from, to, reader }: SnapshotMove): Promise<Snapshot> {
  const { held, parts, source } = shelf;
  const readers = new Set([reader]);
  const present = held.get(from);
  present?.readers.delete(reader);
  if (!present || present.readers.size > 0 || held.has(to)) return openSnapshot(shelf, to, readers);
  held.delete(from);
  const history = await parts.history.at(to);
  const { store, lists } = present.snapshot;
  store.tellAges(agesFrom(history));
  await readInto(store, from, { commit: to, history }, source);
  return build(shelf, { commit: to, store, lists, history, readers });
}

interface SnapshotInput extends Pick<Snapshot, 'commit' | 'store' | 'lists' | 'history'> {
  readonly readers: Set<string>;
}

function build({ held }: Shelf, { commit, store, lists, history, readers }: SnapshotInput): Snapshot {
  const search = lazily(() => {
    const present = held.peek(commit);
    if (present) held.set(commit, { ...present, isSearched: true });
    return createSearch(store);
  });
  const records = createRecordHistory(history, store);
  const snapshot: Snapshot = { commit, store, lists, search, history, records };
  held.set(commit, { snapshot, isSearched: false, readers });
  return snapshot;
}

/** One name for a branch, however it was named. */
const readerName = (asked: string): string => (asked.startsWith('refs/') ? asked : `${BRANCH_REFS}${asked}`);

function readBy({ snapshot, readers }: CachedSnapshot, more: Iterable<string>): Snapshot {
  for (const reader of more) readers.add(reader);
  return snapshot;
}

const snapshotSize = ({ snapshot: { store }, isSearched }: CachedSnapshot): number =>
  KINDS.reduce((sum, kind) => sum + store.count(kind), 1) * RECORD_BYTES +
  (isSearched ? store.count('page') * SEARCHED_BYTES : 0);

function refuseUnreadableVersion(error: unknown): never {
  if (!(error instanceof UnreadableObject)) throw error;
  throw unavailable(`This version cannot be read: ${error.message} (run git fsck --full for details)`, 60);
}
