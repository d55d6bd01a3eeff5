import { LRUCache } from 'lru-cache';
import { type BranchParts, isChangeByName, listBranches } from './branches.ts';
import type { Facts } from './message.ts';

/** Which changes are drafts of pages. */
export interface Drafts {
  /** Their names by the pages, as the branches are now; looks only at what has moved since. */
  find(): Promise<ReadonlyMap<number, string>>;
  /** Whether a page had one when they were last looked for. */
  has(page: number): boolean;
}

const MAX_KNOWN = 2_000;

/** @param factsOf what a branch's commits say of the change */
export function createDrafts(parts: BranchParts, factsOf: (commit: string) => Promise<Facts | null>): Drafts {
  /** By the branch's commit. */
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
