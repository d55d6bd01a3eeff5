import { LRUCache } from 'lru-cache';
import type { HeadHistory } from '../../git/history/history.ts';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import { findDivergence, findOwnCommits, type NamedCommit } from '../../git/read/ancestry/divergence.ts';
import { findMergeBases } from '../../git/read/ancestry/mergeBases.ts';
import type { GitRepository } from '../../git/repository.ts';
import { createLruCache } from '../../lib/list/createLruCache.ts';
import type { SiteCode } from '../../model/entry.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { diffVersions, type VersionDifference } from '../../write/merge/diffRecords.ts';
import { mergeBases } from '../../write/merge/mergeCommits.ts';
import { asCommitted } from '../../write/merge/treeVersion.ts';
import { type Facts, readProposalFacts } from './message.ts';

/** How a branch relates to the live content. */
export interface BranchDivergence {
  /** The merge bases; empty if the histories have nothing in common. */
  readonly bases: readonly string[];
  /** How many of its commits are not live, and how many live ones it lacks. */
  readonly ahead: number;
  readonly behind: number;
  /** Null if all its commits are live. */
  readonly facts: Facts | null;
}

/** Finds how branches relate to the live content, and remembers it: the live content moves far more often than they do. */
export interface DivergenceFinder {
  of(live: string, tip: string): Promise<BranchDivergence>;
  /** What the commits of the branch say about it, without how far the live content has gone on. */
  factsOf(live: string, tip: string): Promise<Facts | null>;
  /**
   * What the branch has changed since it was made or last updated.
   *
   * @throws UnreadableObject if a folder cannot be read, or too much has changed to be shown
   */
  difference(live: string, tip: string): Promise<VersionDifference>;
  /** How two commits differ. Throws as `difference`. */
  between(from: string, to: string): Promise<VersionDifference>;
}

interface Parts {
  readonly repo: Pick<GitRepository, 'objects' | 'location'>;
  readonly history: Pick<HeadHistory, 'isReady' | 'head' | 'holds'>;
  readonly readRecord: ReadRecord;
  readonly code: SiteCode;
}

/** A standing when `live` was live, with the commits that were not; null if there are too many to keep. */
interface KnownDivergence extends BranchDivergence {
  readonly live: string;
  readonly commits: ReadonlySet<string> | null;
}

const MAX_KNOWN = 2_000;
/** The most commits to keep for a branch. */
const MAX_COMMITS = 200;
/** The most files of a change that are compared: an import of a large site. What others push may hold millions. */
const MAX_CHANGED = 20_000;
/** The most records and files to keep in differences. */
const MAX_DIFFERENCES = 2 * MAX_CHANGED;
/** The most commits to keep between the beginnings of branches and the live one. */
const MAX_BETWEEN = 100_000;
/** The largest number of commits to report. */
const MANY = 10_000;

export function createDivergenceFinder({ repo, history, readRecord, code }: Parts): DivergenceFinder {
  const { objects, location } = repo;
  const merging = { objects, prefix: location.prefix, readRecord, code };
  const standings = createLruCache<KnownDivergence>(MAX_KNOWN);
  const differences = new LRUCache<string, VersionDifference | UnreadableObject>({
    maxSize: MAX_DIFFERENCES,
    sizeCalculation: (found) => (found instanceof UnreadableObject ? 1 : 1 + found.records.length + found.files.length),
  });
  /** The commits between two, by their names joined: many branches begin at the same commit. */
  const between = new LRUCache<string, { readonly since: readonly string[] | null }>({
    maxSize: MAX_BETWEEN,
    sizeCalculation: ({ since }) => 1 + (since?.length ?? 0),
  });

  /** The commits that only the branch has, found without a look at the live ones; null if that cannot be told so. */
  const findOwn = async (live: string, tip: string) =>
    history.isReady && history.head() === live ? findOwnCommits(objects, tip, history.holds) : null;

  async function find(live: string, tip: string): Promise<KnownDivergence> {
    const own = await findOwn(live, tip);
    const [base, ...others] = own?.parents ?? [];
    if (!own || base === undefined || others.length > 0) return compareSides(live, tip);
    const since = await findSince(base, live);
    return { ...toStanding(live, own.commits), bases: [base], behind: since?.length ?? MANY };
  }

  async function compareSides(live: string, tip: string): Promise<KnownDivergence> {
    const divergence = await findDivergence(objects, live, tip);
    const bases = await findMergeBases(objects, [live], [tip]);
    return {
      ...toStanding(live, divergence?.theirs ?? null),
      bases,
      behind: divergence ? divergence.ours.length : MANY,
    };
  }

  /** Live commits that the branch lacks only leave it farther behind, so a known standing can be extended by them. */
  async function goOn(known: KnownDivergence, live: string): Promise<KnownDivergence | undefined> {
    const { commits, behind } = known;
    const since = commits && (await findSince(known.live, live));
    if (!since || since.some((id) => commits.has(id))) return undefined;
    return { ...known, live, behind: Math.min(behind + since.length, MANY) };
  }

  /** The commits from one to another; null if `from` is not an ancestor of `to`. */
  async function findSince(from: string, to: string): Promise<readonly string[] | null> {
    const name = `${from} ${to}`;
    const known = between.get(name);
    if (known) return known.since;
    const divergence = await findDivergence(objects, from, to);
    const since = divergence?.ours.length === 0 ? divergence.theirs.map(({ id }) => id) : null;
    between.set(name, { since });
    return since;
  }

  async function of(live: string, tip: string): Promise<BranchDivergence> {
    const known = standings.get(tip);
    if (known?.live === live) return known;
    const found = (known && (await goOn(known, live))) ?? (await find(live, tip));
    standings.set(tip, found);
    return found;
  }

  async function compare(bases: readonly string[], tip: string): Promise<VersionDifference | UnreadableObject> {
    const to = asCommitted((await objects.readCommit(tip)).tree);
    const from = await mergeBases(bases, merging);
    return diffVersions(from, to, merging, { maxDifferences: MAX_CHANGED }).catch(returnIfTooLarge);
  }

  async function findDifference(bases: readonly string[], tip: string): Promise<VersionDifference> {
    const name = [...bases, tip].join(' ');
    const found = differences.get(name) ?? (await compare(bases, tip));
    differences.set(name, found);
    if (found instanceof UnreadableObject) throw found;
    return found;
  }

  return {
    of,
    async factsOf(live, tip) {
      const own = standings.get(tip) ? null : await findOwn(live, tip);
      return own ? readProposalFacts(own.commits) : (await of(live, tip)).facts;
    },
    difference: async (live, tip) => findDifference((await of(live, tip)).bases, tip),
    between: (from, to) => findDifference([from], to),
  };
}

/** @param ahead the commits that only the branch has, newest first; null if there are too many */
const toStanding = (live: string, ahead: readonly NamedCommit[] | null) => ({
  live,
  ahead: ahead?.length ?? MANY,
  facts: readProposalFacts(ahead ?? []),
  commits: ahead && ahead.length <= MAX_COMMITS ? new Set(ahead.map(({ id }) => id)) : null,
});

/** That it is too large never changes, but what is missing may come back. */
function returnIfTooLarge(error: unknown): UnreadableObject {
  if (error instanceof UnreadableObject && error.reason === 'large') return error;
  throw error;
}
