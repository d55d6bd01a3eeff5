import { LRUCache } from 'lru-cache';
import type { HeadHistory } from '../git/history/history.ts';
import { UnreadableObject } from '../git/objects/unreadableObject.ts';
import { readRef } from '../git/read/ref/refs.ts';
import { BRANCH_REFS } from '../git/remote/otherRefs.ts';
import type { GitRepository } from '../git/repository.ts';
import { createTaskQueue } from '../lib/turn/createTaskQueue.ts';
import { KINDS } from '../model/entities/index.ts';
import { notFound, unavailable } from '../model/errors.ts';
import type { ReadRecord } from '../store/file/fileRecord.ts';
import type { ParseCache } from '../store/file/parseCache.ts';
import type { Store } from '../store/store.ts';
import { createFileVersions } from './commit/fileVersions.ts';
import { resolveRef } from './commit/resolveRef.ts';
import { type BranchSiteParts, openBranch } from './openBranch.ts';
import { openCommit } from './openCommit.ts';
import type { BranchSite, GitSite, Sites } from './site.ts';

interface Parts<Write> {
  readonly repo: GitRepository;
  /** The live content. */
  readonly store: Store;
  readonly history: HeadHistory;
  readonly readRecord: ReadRecord;
  /** The parsed files of the working folder. */
  readonly cache: Pick<ParseCache, 'get'>;
  readonly clock: () => Date;
  /** Names of git hosts in `refs/remotes/`; their branches can be named without them. */
  readonly remotes: readonly string[];
  /** Makes what writes a branch. */
  readonly createWrite: BranchSiteParts<Write>['createWrite'];
  /** The limit for all versions together, without what they share with the live one. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 80 * 1024 * 1024;
/** The share of it for parsed versions of files, which may belong to no version of the site any more. */
const FILES_SHARE = 1 / 4;
/** What a version takes for each record: its entries in tables and lists. */
const RECORD_BYTES = 1_000;
/** What a search index takes for each page. */
const SEARCHED_BYTES = 2_500;
/** Unused versions are dropped after this time: they keep versions of files in memory that are not live any more. */
const IDLE_MS = 15 * 60_000;

interface CachedSite {
  readonly site: GitSite;
  readonly isSearched: boolean;
}

export function openSites<Write>(parts: Parts<Write>): Sites<Write> {
  const { repo, store: live, readRecord, cache, history, maxBytes = MAX_BYTES } = parts;
  const readFile = createFileVersions({ objects: repo.objects, readRecord, cache, maxBytes: maxBytes * FILES_SHARE });
  const source = { repo, live, readRecord, readFile };
  const sites = createCache(maxBytes * (1 - FILES_SHARE));
  const opening = new Map<string, Promise<GitSite>>();
  /** One at a time: an unfinished version takes memory that is not counted yet. */
  const enqueue = createTaskQueue();
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> =>
    enqueue(() => work().catch(refuseUnreadableVersion));

  /** @param name the commit or ref: what is opened for one name is of one type */
  async function find<S extends GitSite>(name: string, open: () => Promise<S>): Promise<S> {
    sites.purgeStale();
    const present = sites.get(name)?.site ?? opening.get(name);
    if (present) return (await present) as S;
    const made = inTurn(async () => {
      const site = await open();
      sites.set(name, { site, isSearched: false });
      return site;
    }).finally(() => opening.delete(name)) as Promise<S>;
    opening.set(name, made);
    return made;
  }

  /** Its size has changed. */
  function measureAgain(name: string, more: Partial<CachedSite> = {}): void {
    const present = sites.peek(name);
    if (present) sites.set(name, { ...present, ...more });
  }

  function partsOf(name: string) {
    const onSearch = (): void => measureAgain(name, { isSearched: true });
    return {
      ...parts,
      source,
      onSearch,
      inTurn: async (move: () => Promise<void>) => void (await inTurn(move)),
    };
  }

  const atCommit = (commit: string): Promise<GitSite<undefined>> =>
    find(commit, () => openCommit(commit, partsOf(commit)));

  async function atBranch(ref: string): Promise<BranchSite<Write>> {
    const branch = await find(ref, () => openBranch(ref, partsOf(ref)));
    try {
      await branch.refresh();
      measureAgain(ref);
      return branch;
    } catch (error) {
      sites.delete(ref);
      throw error;
    }
  }

  const resolve: Sites['resolve'] = (name, field) => resolveRef(parts, name, field);
  return {
    resolve,
    atCommit,
    atBranch,
    made: (name, open) => find(name, open),
    async open(name) {
      const commit = await resolve(name);
      const ref = name.startsWith('refs/') ? name : `${BRANCH_REFS}${name}`;
      const isBranch = ref.startsWith(BRANCH_REFS) && readRef(repo.location.commonDir, ref) === commit;
      return isBranch ? atBranch(ref) : atCommit(commit);
    },
    async atTime(time, name) {
      const tip = name === undefined ? await repo.head() : await resolve(name);
      const commit = tip === null ? undefined : (await history.at(tip)).commitAt(time);
      if (commit === undefined) throw notFound('Content at that time');
      return atCommit(commit);
    },
  };
}

const createCache = (room: number): LRUCache<string, CachedSite> =>
  new LRUCache({
    maxSize: room,
    // A version larger than the limit is kept until the next one is opened.
    sizeCalculation: (one) => Math.min(sizeOfSite(one), room),
    ttl: IDLE_MS,
    updateAgeOnGet: true,
  });

const sizeOfSite = ({ site: { store }, isSearched }: CachedSite): number =>
  KINDS.reduce((sum, kind) => sum + store.count(kind), 1) * RECORD_BYTES +
  (isSearched ? store.count('page') * SEARCHED_BYTES : 0);

function refuseUnreadableVersion(error: unknown): never {
  if (!(error instanceof UnreadableObject)) throw error;
  throw unavailable(`This version cannot be read: ${error.message} (run git fsck --full for details)`, 60);
}
