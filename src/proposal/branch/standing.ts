import { LRUCache } from 'lru-cache';
import { diffVersions, type VersionDifference } from '../../change/merge/diffRecords.ts';
import { mergeBases } from '../../change/merge/mergeCommits.ts';
import { asCommitted } from '../../change/merge/treeVersion.ts';
import { findDivergence } from '../../git/read/ancestry/divergence.ts';
import { findMergeBases } from '../../git/read/ancestry/mergeBases.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { type Facts, readFacts } from './message.ts';

/** How a branch stands to what is live. */
export interface Standing {
  /** The newest commits that both were made from; empty where they have none in common. */
  readonly bases: readonly string[];
  /** Commits that are not live, and those of what is live that it lacks. */
  readonly ahead: number;
  readonly behind: number;
  /** Null where it holds no commit that is not live. */
  readonly facts: Facts | null;
}

/** Finds out how branches stand, and remembers it: what is live goes on far more often than they do. */
export interface Standings {
  of(live: string, tip: string): Promise<Standing>;
  /** What the branch has changed since it was made, or last brought up to date. */
  difference(live: string, tip: string): Promise<VersionDifference>;
}

interface Parts {
  readonly repo: Pick<GitRepository, 'objects' | 'location'>;
  readonly readRecord: ReadRecord;
}

/** As it was when this commit was live, with what is not; null: too many to be held. */
interface Known extends Standing {
  readonly live: string;
  readonly commits: ReadonlySet<string> | null;
}

const MAX_KNOWN = 2_000;
/** Of each branch so many commits are held. */
const MAX_COMMITS = 200;
/** So many records and files are held of what branches have changed. */
const MAX_DIFFERENCES = 20_000;
/** Of more is said that there are as many. */
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

  /** What has come to what is live and the branch does not have only leaves it farther behind. */
  async function goOn(known: Known, live: string): Promise<Known | undefined> {
    const { commits, behind } = known;
    const since = commits && (await findSince(known.live, live));
    if (!since || since.some((id) => commits.has(id))) return undefined;
    return { ...known, live, behind: Math.min(behind + since.length, MANY) };
  }

  /** What leads from one commit to another, which is asked for many branches in turn; null where it does not lead there. */
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
