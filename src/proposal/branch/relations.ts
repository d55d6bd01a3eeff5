import { LRUCache } from 'lru-cache';
import type { HeadHistory } from '../../git/history/history.ts';
import type { CommitHistory } from '../../git/history/historyCommit.ts';
import type { ObjectStore } from '../../git/objects/objects.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';

/** How a commit relates to the live one: it has something of its own, or nothing, or no history in common with it. */
export type Relation = 'ahead' | 'merged' | 'unrelated';

/** Finds that for many commits: looking for their merge bases would take long. Remembers it, wherever the live commit moves. */
export interface Relations {
  of(live: string, commit: string): Promise<Relation>;
}

interface Parts {
  readonly objects: Pick<ObjectStore, 'findCommit'>;
  readonly history: Pick<HeadHistory, 'isReady' | 'head' | 'at' | 'holds'>;
}

/** What a commit has in common with the live one, if anything. */
interface Ancestors {
  /** One that was live, or else all that have no parents: one of them is live if any ancestor is. */
  readonly ids: readonly string[];
  readonly areAllRoots: boolean;
}

/** The most ids to keep. */
const MAX_KNOWN = 100_000;

export function createRelations({ objects, history }: Parts): Relations {
  const known = new LRUCache<string, Ancestors>({ maxSize: MAX_KNOWN, sizeCalculation: ({ ids }) => ids.length });
  let past: { readonly live: string; readonly history: Pick<CommitHistory, 'holds'> } | undefined;

  async function historyOf(live: string): Promise<Pick<CommitHistory, 'holds'>> {
    if (history.isReady && history.head() === live) return history;
    if (past?.live !== live) past = { live, history: await history.at(live) };
    return past.history;
  }

  return {
    async of(live, commit) {
      const { holds } = await historyOf(live);
      if (holds(commit)) return 'merged';
      const before = known.get(commit);
      if (before?.ids.some(holds)) return 'ahead';
      if (before?.areAllRoots) return 'unrelated';
      const found = await findAncestors(commit, holds, objects);
      known.set(commit, found);
      return found.areAllRoots ? 'unrelated' : 'ahead';
    },
  };
}

/** Commits that a shallow clone lacks, or that are damaged, count as missing. */
async function findAncestors(
  commit: string,
  isLive: (id: string) => boolean,
  { findCommit }: Parts['objects'],
): Promise<Ancestors> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const seen = new Set([commit]);
  const roots: string[] = [];
  // The loop also visits the parents that it adds.
  for (const id of seen) {
    const parents = (await findCommit(id))?.parents ?? [];
    const live = parents.find(isLive);
    if (live !== undefined) return { ids: [live], areAllRoots: false };
    if (parents.length === 0) roots.push(id);
    for (const parent of parents) seen.add(parent);
    await yieldIfBusy();
  }
  return { ids: roots, areAllRoots: true };
}
