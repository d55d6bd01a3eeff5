import { LRUCache } from 'lru-cache';
import type { CommitHistory } from '../../git/history/commitHistory.ts';
import type { History } from '../../git/history/history.ts';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import { BRANCH_REFS } from '../../git/remote/otherRefs.ts';
import type { GitRepository } from '../../git/repository.ts';
import { lazily } from '../../lib/list/lazily.ts';
import { KINDS } from '../../model/entities/index.ts';
import { notFound, unavailable } from '../../model/errors.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { createPageLists, type PageLists } from '../../store/page/pageLists.ts';
import { createSearch, type Search } from '../../store/search/search.ts';
import { createStore, type Store } from '../../store/store.ts';
import { agesFrom } from '../openContent.ts';
import { createRecordHistory, type RecordHistory } from '../version/recordHistory.ts';
import { createFileVersions } from './fileVersions.ts';
import { readInto, type SnapshotSource } from './readSnapshot.ts';
import { resolveRef } from './resolveRef.ts';

/**
 * A version of the content in memory: what a server on a checkout of its commit serves, and whatever shows or plans
 * anything of the live store does so of this one. It holds the records of the content alone: users, keys and webhooks are
 * those of the live store. Nobody changes it but `Snapshots.advance`.
 */
export interface Snapshot {
  readonly commit: string;
  readonly store: Store;
  /** Sorted lists by the server's clock, made when they are first asked for. */
  readonly lists: PageLists;
  /** Made when it is first asked for. */
  search(): Search;
  /** What git knows of its records, in the history of its commit. */
  readonly history: CommitHistory;
  readonly records: RecordHistory;
}

/** Any commit of the repository as a store. What versions have in common is in memory once. */
export interface Snapshots {
  /**
   * The commit that a name stands for at present: a branch, a tag, a branch of the git host, a request to merge that was
   * fetched (`pull/7/head`), or a commit's id, abbreviated where it is one that leads to what is live.
   *
   * @param field what a request names it with; `ref` unless given
   * @throws CmsError VALIDATION for what can be no name; NOT_FOUND for one that nothing has
   */
  resolve(name: string, field?: string): Promise<string>;
  /**
   * The commit that was the newest one at a moment: of a branch or tag, or of what is live.
   *
   * @throws as `resolve`; NOT_FOUND before the first commit
   */
  atTime(at: Date, name?: string): Promise<string>;
  /**
   * @param reader the branch that the commit is read for, or its ref: what is read for it alone may move with it
   * @throws CmsError NOT_FOUND for what is no commit of this repository, SERVICE_UNAVAILABLE for one that cannot be read
   */
  at(commit: string, reader?: string): Promise<Snapshot>;
  /** Whether the snapshot of a commit is among those in memory: who keeps others beyond their use keeps more than is counted. */
  holds(commit: string): boolean;
  /**
   * The snapshot of `to`, made of the one of `from` by reading what differs: for whoever has just written a commit on top
   * of it. Where nobody else has asked for `from`, what was given for it is that of `to` from then on, as the live store is
   * one that moves; otherwise it stays what it is.
   */
  advance(from: string, to: string, reader: string): Promise<Snapshot>;
}

interface Parts {
  readonly repo: GitRepository;
  readonly live: Store;
  readonly history: History;
  readonly readRecord: ReadRecord;
  /** What is known of the files in the folder. */
  readonly cache: Pick<ParseCache, 'get'>;
  readonly clock: () => Date;
  /** Names of git hosts, as `refs/remotes/` has them: their branches need not be named with them. */
  readonly remotes: readonly string[];
  /** Of all snapshots together, beside what they share with what is live. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 80 * 1024 * 1024;
/** Of that, for versions of files that no snapshot need hold any more. */
const FILES_SHARE = 1 / 4;
/** What a snapshot holds of each record for itself: its places in tables and lists. */
const RECORD_BYTES = 1_000;
/** What a search index takes of each page. */
const SEARCHED_BYTES = 2_500;
/** A snapshot that nobody reads holds on to versions that are live no longer. */
const IDLE_MS = 15 * 60_000;

interface Held {
  readonly snapshot: Snapshot;
  /** Its pages have been searched. */
  readonly isSearched: boolean;
  /** The names of what it is read for; a commit that is read for itself stands for itself. */
  readonly readers: Set<string>;
}

interface Opening {
  readonly made: Promise<Snapshot>;
  readonly readers: Set<string>;
}

/** What opening snapshots works on. */
interface Shelf {
  readonly parts: Parts;
  readonly source: SnapshotSource;
  readonly held: LRUCache<string, Held>;
  readonly opening: Map<string, Opening>;
  /** The openings that have begun, one at a time: each takes memory that is not counted before it is there. */
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
    at: async (commit, reader = commit) => at(shelf, commit, readerName(reader)),
    holds: (commit) => shelf.held.has(commit),
    advance: (from, to, reader) => inTurn(shelf, () => move(shelf, { from, to, reader: readerName(reader) })),
    async atTime(time, name) {
      const tip = name === undefined ? await repo.head() : await resolveRef(parts, name);
      const commit = tip === null ? undefined : (await history.at(tip)).commitAt(time);
      if (commit === undefined) throw notFound('Content at that time');
      return commit;
    },
  };
}

const createHeld = (room: number): LRUCache<string, Held> =>
  new LRUCache({
    maxSize: room,
    // One that is larger than all the room there is stays until the next is opened.
    sizeCalculation: (one) => Math.min(bytesOf(one), room),
    ttl: IDLE_MS,
    updateAgeOnGet: true,
  });

function inTurn(shelf: Shelf, work: () => Promise<Snapshot>): Promise<Snapshot> {
  shelf.held.purgeStale();
  const next = shelf.turn.then(work).catch(refuseUnreadable);
  shelf.turn = next.catch(() => undefined);
  return next;
}

/** One that is just being made is waited for. */
function at(shelf: Shelf, commit: string, reader: string): Snapshot | Promise<Snapshot> {
  const present = shelf.held.get(commit);
  if (present) return readBy(present, [reader]);
  const { made, readers } = shelf.opening.get(commit) ?? startOpening(shelf, commit);
  readers.add(reader);
  return made;
}

function startOpening(shelf: Shelf, commit: string): Opening {
  const readers = new Set<string>();
  const made = inTurn(shelf, () => open(shelf, commit, readers)).finally(() => shelf.opening.delete(commit));
  const started = { made, readers };
  shelf.opening.set(commit, started);
  return started;
}

async function open(shelf: Shelf, commit: string, readers: Set<string>): Promise<Snapshot> {
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

interface Move {
  readonly from: string;
  readonly to: string;
  readonly reader: string;
}

async function move(shelf: Shelf, { from, to, reader }: Move): Promise<Snapshot> {
  const { held, parts, source } = shelf;
  const readers = new Set([reader]);
  const present = held.get(from);
  present?.readers.delete(reader);
  if (!present || present.readers.size > 0 || held.has(to)) return open(shelf, to, readers);
  held.delete(from);
  const history = await parts.history.at(to);
  const { store, lists } = present.snapshot;
  store.tellAges(agesFrom(history));
  await readInto(store, from, { commit: to, history }, source);
  return build(shelf, { commit: to, store, lists, history, readers });
}

interface Built extends Pick<Snapshot, 'commit' | 'store' | 'lists' | 'history'> {
  readonly readers: Set<string>;
}

function build({ held }: Shelf, { commit, store, lists, history, readers }: Built): Snapshot {
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

/** A branch has one name, however it was asked for. */
const readerName = (asked: string): string => (asked.startsWith('refs/') ? asked : `${BRANCH_REFS}${asked}`);

function readBy({ snapshot, readers }: Held, more: Iterable<string>): Snapshot {
  for (const reader of more) readers.add(reader);
  return snapshot;
}

const bytesOf = ({ snapshot: { store }, isSearched }: Held): number =>
  KINDS.reduce((sum, kind) => sum + store.count(kind), 1) * RECORD_BYTES +
  (isSearched ? store.count('page') * SEARCHED_BYTES : 0);

function refuseUnreadable(error: unknown): never {
  if (!(error instanceof UnreadableObject)) throw error;
  throw unavailable(`This version cannot be read: ${error.message} (git fsck --full tells more)`, 60);
}
