import type { Commit } from './commit.ts';
import type { ObjectStore } from './objects.ts';

/** Clocks differ: a commit may say that it is a day older than its parent, not more. */
export const CLOCK_SKEW_MS = 24 * 60 * 60 * 1000;

interface Search {
  readonly ancestor: string;
  /** A commit that is known to have it in its history: to find that one is enough. */
  readonly heldBy?: string | null;
}

/** Whether `ancestor` is `commit` or in its history. What a shallow clone lacks, or damage hides, counts as not there. */
export async function isInHistory(
  objects: ObjectStore,
  { ancestor, heldBy }: Search,
  commit: string,
): Promise<boolean> {
  const oldest = (await timeOf(objects, ancestor)) - CLOCK_SKEW_MS;
  const seen = new Set([commit]);
  const queue = [commit];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (id === ancestor || id === heldBy) return true;
    for (const parent of await parentsOf(objects, id, oldest)) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      queue.push(parent);
    }
  }
  return false;
}

async function findCommit(objects: ObjectStore, id: string): Promise<Commit | undefined> {
  try {
    return (await objects.find(id))?.type === 'commit' ? await objects.readCommit(id) : undefined;
  } catch {
    // A damaged object is told to those who need it; here it only ends the search.
    return undefined;
  }
}

const timeOf = async (objects: ObjectStore, id: string): Promise<number> =>
  (await findCommit(objects, id))?.committer.at.getTime() ?? Number.POSITIVE_INFINITY;

async function parentsOf(objects: ObjectStore, id: string, oldest: number): Promise<readonly string[]> {
  const commit = await findCommit(objects, id);
  return commit && commit.committer.at.getTime() >= oldest ? commit.parents : [];
}
