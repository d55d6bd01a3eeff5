import { LRUCache } from 'lru-cache';
import { diffVersions, type VersionDifference } from '../../change/merge/diffRecords.ts';
import { mergeBases } from '../../change/merge/mergeCommits.ts';
import { asCommitted } from '../../change/merge/treeVersion.ts';
import { findDivergence } from '../../git/read/ancestry/divergence.ts';
import { findMergeBases } from '../../git/read/ancestry/mergeBases.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { type Facts, readFacts } from './message.ts';

/** How a branch relates to the live content. */
export interface Standing {
  /** The merge bases; empty if the histories have nothing in common. */
  readonly bases: readonly string[];
  /** How many of its commits are not live, and how many live ones it lacks. */
  readonly ahead: number;
  readonly behind: number;
  /** Null if all its commits are live. */
  readonly facts: Facts | null;
}

/** Finds how branches relate to the live content, and remembers it: the live content moves far more often than they do. */
export interface Standings {
  of(live: string, tip: string): Promise<Standing>;
  /** What the branch has changed since it was made or last updated. */
  difference(live: string, tip: string): Promise<VersionDifference>;
}

interface Parts {
  readonly repo: Pick<GitRepository, 'objects' | 'location'>;
  readonly readRecord: ReadRecord;
}

/** A standing when `live` was live, with the commits that were not; null if there are too many to keep. */
interface Known extends Standing {
  readonly live: string;
  readonly commits: ReadonlySet<string> | null;
}

const MAX_KNOWN = 2_000;
/** The most commits to keep for a branch. */
const MAX_COMMITS = 200;
/** The most records and files to keep in differences. */
const MAX_DIFFERENCES = 20_000;
/** The largest number of commits to report. */
const MANY = 10_000;

export function createStandings({ repo, readRecord }: Parts): Standings {
  const { objects, location } = repo;
  const merging = { objects, prefix: location.prefix, readRecord };
  const standings = new LRUCache<string, Known>({ max: MAX_KNOWN });
  const differences = new LRUCache<string, VersionDifference>({
    maxSize: MAX_DIFFERENCES,
    sizeCalculation: ({ records, files }) => 1 + records.length + files.length,
  });
  let last: { readonly from: string; readonly to: string; readonly since: readonly string[] | null } | undefined;

  async function find(live: string, tip: string): Promise<Known> {
    const divergence = await findDivergence(objects, live, tip);
    const bases = await findMergeBases(objects, [live], [tip]);
    const ahead = divergence?.theirs ?? [];
    return {
      live,
      bases,
      ahead: divergence ? ahead.length : MANY,
      behind: divergence ? divergence.ours.length : MANY,
      facts: readFacts(ahead),
      commits: divergence && ahead.length <= MAX_COMMITS ? new Set(ahead.map(({ id }) => id)) : null,
    };
  }

  /** Live commits that the branch lacks only leave it farther behind, so a known standing can be extended by them. */
  async function goOn(known: Known, live: string): Promise<Known | undefined> {
    const { commits, behind } = known;
    const since = commits && (await findSince(known.live, live));
    if (!since || since.some((id) => commits.has(id))) return undefined;
    return { ...known, live, behind: Math.min(behind + since.length, MANY) };
  }

  /** The commits from one to another, remembered for the next branch; null if `from` is not an ancestor of `to`. */
  async function findSince(from: string, to: string): Promise<readonly string[] | null> {
    if (last?.from === from && last.to === to) return last.since;
    const divergence = await findDivergence(objects, from, to);
    const since = divergence?.ours.length === 0 ? divergence.theirs.map(({ id }) => id) : null;
    last = { from, to, since };
    return since;
  }

  async function of(live: string, tip: string): Promise<Standing> {
    const known = standings.get(tip);
    if (known?.live === live) return known;
    const found = (known && (await goOn(known, live))) ?? (await find(live, tip));
    standings.set(tip, found);
    return found;
  }

  return {
    of,
    async difference(live, tip) {
      const { bases } = await of(live, tip);
      const name = [...bases, tip].join(' ');
      const known = differences.get(name);
      if (known) return known;
      const to = asCommitted((await objects.readCommit(tip)).tree);
      const found = await diffVersions(await mergeBases(bases, merging), to, merging);
      differences.set(name, found);
      return found;
    },
  };
}
