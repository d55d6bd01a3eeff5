import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import type { ObjectStore } from '../../objects/objects.ts';

/** Clocks differ: a commit may say that it is a day older than its parent. */
export const CLOCK_SKEW_MS = 24 * 60 * 60 * 1000;
/** Some clocks are wrong by years: up to this many commits that are older than that are still looked at. */
const MAX_OLDER = 1000;

interface AncestorQuery {
  readonly ancestor: string;
  /** A commit that is known to have the ancestor in its history: finding this one is enough. */
  readonly heldBy?: string | null;
}

/** Whether `ancestor` is `commit` or in its history. Commits that a shallow clone lacks, or that are damaged, count as missing. */
export async function isInHistory(
  objects: Pick<ObjectStore, 'findCommit'>,
  { ancestor, heldBy }: AncestorQuery,
  commit: string,
): Promise<boolean> {
  const oldest = (await readCommitTime(objects, ancestor)) - CLOCK_SKEW_MS;
  const seen = new Set([commit]);
  const queue = [commit];
  let older = 0;
  const yieldIfBusy = createYieldIfBusy();
  // The loop also visits what it adds to the queue.
  for (const id of queue) {
    if (id === ancestor || id === heldBy) return true;
    await yieldIfBusy();
    const found = await objects.findCommit(id);
    if (!found || (found.committer.at.getTime() < oldest && ++older > MAX_OLDER)) continue;
    for (const parent of found.parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      queue.push(parent);
    }
  }
  return false;
}

const readCommitTime = async (objects: Pick<ObjectStore, 'findCommit'>, id: string): Promise<number> =>
  (await objects.findCommit(id))?.committer.at.getTime() ?? Number.POSITIVE_INFINITY;
