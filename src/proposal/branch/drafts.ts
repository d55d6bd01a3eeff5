import { LRUCache } from 'lru-cache';
import { type BranchParts, isChangeByName, listBranches } from './branches.ts';
import type { Facts } from './message.ts';

/** Which changes are drafts of pages. */
export interface Drafts {
  /** Their names by page, as of now; reads only branches that have moved since the last call. */
  find(): Promise<ReadonlyMap<number, string>>;
  /** Whether a page had one at the last call of `find`. */
  has(page: number): boolean;
}

const MAX_KNOWN = 2_000;

/** @param factsOf reads what a branch's commits say about the change */
export function createDrafts(parts: BranchParts, factsOf: (commit: string) => Promise<Facts | null>): Drafts {
  /** By the head of the branch. */
  const known = new LRUCache<string, { readonly page: number | null }>({ max: MAX_KNOWN });
  let drafts: ReadonlyMap<number, string> = new Map();
  return {
    async find() {
      const found = new Map<number, string>();
      for (const branch of listBranches(parts).filter(isChangeByName)) {
        const draft = known.get(branch.commit) ?? { page: (await factsOf(branch.commit))?.page ?? null };
        known.set(branch.commit, draft);
        if (draft.page !== null) found.set(draft.page, branch.name);
      }
      drafts = found;
      return found;
    },
    has: (page) => drafts.has(page),
  };
}
