import { LRUCache } from 'lru-cache';
import type { CommitHistory } from '../../git/history/commitHistory.ts';
import type { History } from '../../git/history/history.ts';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import { findRefCommit, isRefName } from '../../git/read/refNames.ts';
import { requestRef } from '../../git/remote/otherRefs.ts';
import type { GitRepository } from '../../git/repository.ts';
import { lazily } from '../../lib/list/lazily.ts';
import { KINDS } from '../../model/entities/index.ts';
import { invalidAt, notFound, unavailable } from '../../model/errors.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { createPageLists, type PageLists } from '../../store/page/pageLists.ts';
import { createSearch, type Search } from '../../store/search/search.ts';
import { createStore, type Store } from '../../store/store.ts';
import { agesFrom } from '../openContent.ts';
import { createRecordHistory, type RecordHistory } from '../version/recordHistory.ts';
import { createFileVersions } from './fileVersions.ts';
import { readInto } from './readSnapshot.ts';

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
   * @throws CmsError VALIDATION for what can be no name; NOT_FOUND for one that nothing has
   */
  resolve(name: string): Promise<string>;
  /**
   * The commit that was the newest one at a moment: of a branch or tag, or of what is live.
   *
   * @throws as `resolve`; NOT_FOUND before the first commit
   */
  atTime(at: Date, name?: string): Promise<string>;
  /** @throws CmsError NOT_FOUND for what is no commit of this repository, SERVICE_UNAVAILABLE for one that cannot be read */
  at(commit: string): Promise<Snapshot>;
  /** Whether the snapshot of a commit is among those in memory: who keeps others beyond their use keeps more than is counted. */
  holds(commit: string): boolean;
  /**
   * The snapshot of `to`, made of the one of `from` by reading what differs: for whoever has just written a commit on top
   * of it. What was given for `from` before is that of `to` from then on, as the live store is one that moves.
   */
  advance(from: string, to: string): Promise<Snapshot>;
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

/** A snapshot in memory, and whether its pages have been searched. */
interface Held {
  readonly snapshot: Snapshot;
  readonly isSearched: boolean;
}

export function openSnapshots(parts: Parts): Snapshots {
  const { repo, live, history, readRecord, cache, clock, remotes, maxBytes = MAX_BYTES } = parts;
  const readFile = createFileVersions({ objects: repo.objects, readRecord, cache, maxBytes: maxBytes * FILES_SHARE });
  const source = { repo, live, readRecord, readFile };
  const room = maxBytes * (1 - FILES_SHARE);
  const held = new LRUCache<string, Held>({
    maxSize: room,
    // One that is larger than all the room there is stays until the next is opened.
    sizeCalculation: (one) => Math.min(bytesOf(one), room),
    ttl: IDLE_MS,
    updateAgeOnGet: true,
  });
  const opening = new Map<string, Promise<Snapshot>>();
  /** One at a time: each takes memory that is not counted before it is there. */
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<Snapshot>): Promise<Snapshot> {
    held.purgeStale();
    const next = turn.then(work).catch(refuseUnreadable);
    turn = next.catch(() => undefined);
    return next;
  }

  const keep = (snapshot: Snapshot, isSearched: boolean): unknown =>
    held.set(snapshot.commit, { snapshot, isSearched });

  function build(commit: string, past: CommitHistory, { store, lists }: Pick<Snapshot, 'store' | 'lists'>): Snapshot {
    const search = lazily(() => {
      if (held.has(commit)) keep(snapshot, true);
      return createSearch(store);
    });
    const records = createRecordHistory(past, store);
    const snapshot: Snapshot = { commit, store, lists, search, history: past, records };
    keep(snapshot, false);
    return snapshot;
  }

  async function open(commit: string): Promise<Snapshot> {
    const present = held.get(commit);
    if (present) return present.snapshot;
    if ((await repo.objects.typeOf(commit)) !== 'commit') throw notFound('Commit');
    const past = await history.at(commit);
    const store = createStore();
    store.tellAges(agesFrom(past));
    await readInto(store, null, { commit, history: past }, source);
    return build(commit, past, { store, lists: createPageLists(store, clock) });
  }

  async function move(from: string, to: string): Promise<Snapshot> {
    const present = held.get(from);
    if (!present || held.has(to)) return open(to);
    held.delete(from);
    const past = await history.at(to);
    const { store } = present.snapshot;
    store.tellAges(agesFrom(past));
    await readInto(store, from, { commit: to, history: past }, source);
    return build(to, past, present.snapshot);
  }

  /** Whoever asks for one that is just being made waits for that. */
  function at(commit: string): Promise<Snapshot> {
    const present = held.get(commit);
    if (present) return Promise.resolve(present.snapshot);
    const made = opening.get(commit) ?? inTurn(() => open(commit)).finally(() => opening.delete(commit));
    opening.set(commit, made);
    return made;
  }

  async function resolve(name: string): Promise<string> {
    if (!isRefName(name)) throw invalidAt(['ref'], 'is no name of a branch, tag or commit');
    const commit = (await findRefCommit(repo, name, refsOfHosts(name, remotes))) ?? findAbbreviated(name, history);
    if (commit === undefined) throw notFound('Ref');
    return commit;
  }

  return {
    resolve,
    at,
    holds: (commit) => held.has(commit),
    advance: (from, to) => inTurn(() => move(from, to)),
    async atTime(time, name) {
      const tip = name === undefined ? await repo.head() : await resolve(name);
      const commit = tip === null ? undefined : (await history.at(tip)).commitAt(time);
      if (commit === undefined) throw notFound('Content at that time');
      return commit;
    },
  };
}

const bytesOf = ({ snapshot: { store }, isSearched }: Held): number =>
  KINDS.reduce((sum, kind) => sum + store.count(kind), 1) * RECORD_BYTES +
  (isSearched ? store.count('page') * SEARCHED_BYTES : 0);

/** As GitHub, Gitea and GitLab number requests to merge. */
const REQUEST = /^(?:refs\/)?((?:pull|merge-requests)\/([1-9]\d{0,8})\/head)$/;

/** What a name may stand for at the git hosts: a branch of theirs, or a request to merge, as it was fetched. */
function refsOfHosts(name: string, remotes: readonly string[]): readonly string[] {
  const [, request, number] = REQUEST.exec(name) ?? [];
  if (request === undefined) return remotes.map((remote) => `refs/remotes/${remote}/${name}`);
  return [...remotes.map((remote) => requestRef(remote, Number(number))), `refs/${request}`];
}

/** As few digits as git writes. */
const ABBREVIATED = /^[0-9a-f]{7,39}$/;

function findAbbreviated(name: string, history: Pick<History, 'beginningWith'>): string | undefined {
  const found = ABBREVIATED.test(name) ? history.beginningWith(name) : [];
  if (found.length > 1) throw invalidAt(['ref'], `several commits begin with ${name}`);
  return found[0];
}

function refuseUnreadable(error: unknown): never {
  if (!(error instanceof UnreadableObject)) throw error;
  throw unavailable(`This version cannot be read: ${error.message} (git fsck --full tells more)`, 60);
}
