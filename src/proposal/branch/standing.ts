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
  /** The commit that both were made from; null where they have none in common. */
  readonly base: string | null;
  /** Commits that are not live, and those of what is live that it lacks. */
  readonly ahead: number;
  readonly behind: number;
  /** Null where it holds no commit that is not live. */
  readonly facts: Facts | null;
}

/** Finds out how branches stand; two commits always stand as they do, so it is remembered. */
export interface Standings {
  of(live: string, tip: string): Promise<Standing>;
  /** What the branch has changed since it was made, or last brought up to date. */
  difference(live: string, tip: string): Promise<VersionDifference>;
}

interface Parts {
  readonly repo: Pick<GitRepository, 'objects' | 'location'>;
  readonly readRecord: ReadRecord;
}

const MAX_KNOWN = 2_000;
const MAX_DIFFERENCES = 50;
/** Of more is said that there are as many. */
const MANY = 10_000;

export function createStandings({ repo, readRecord }: Parts): Standings {
  const { objects, location } = repo;
  const merging = { objects, prefix: location.prefix, readRecord };
  const standings = new LRUCache<string, Standing>({ max: MAX_KNOWN });
  const differences = new LRUCache<string, VersionDifference>({ max: MAX_DIFFERENCES });

  async function find(live: string, tip: string): Promise<Standing> {
    const divergence = await findDivergence(objects, live, tip);
    const [base = null] = await findMergeBases(objects, [live], [tip]);
    const ahead = divergence?.theirs ?? [];
    return {
      base,
      ahead: divergence ? ahead.length : MANY,
      behind: divergence ? divergence.ours.length : MANY,
      facts: readFacts(ahead),
    };
  }

  async function compare(live: string, tip: string): Promise<VersionDifference> {
    const bases = await findMergeBases(objects, [live], [tip]);
    const to = asCommitted((await objects.readCommit(tip)).tree);
    return diffVersions(await mergeBases(bases, merging), to, merging);
  }

  return {
    of: (live, tip) => remembered(standings, `${live} ${tip}`, () => find(live, tip)),
    difference: (live, tip) => remembered(differences, `${live} ${tip}`, () => compare(live, tip)),
  };
}

async function remembered<T extends object>(
  known: LRUCache<string, T>,
  name: string,
  find: () => Promise<T>,
): Promise<T> {
  const found = known.get(name) ?? (await find());
  known.set(name, found);
  return found;
}
