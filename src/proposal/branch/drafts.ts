import { createLruCache } from '../../lib/list/createLruCache.ts';
import { type RecordRef, refName } from '../../model/entry.ts';
import { isChangeByName, type ProposalBranches } from './branches.ts';
import type { Facts } from './message.ts';

/** Which changes are drafts of records. */
export interface Drafts {
  /** Looks at all branches again; reads only those that have moved since the last call. */
  refresh(): Promise<void>;
  /** The name of the change that was a record's draft at the last `refresh`. */
  nameOf(record: RecordRef): string | undefined;
  /** The record whose draft a change was at the last `refresh`. */
  recordOf(change: string): RecordRef | undefined;
  /** Who began the draft of a record; undefined without one. As of the last `refresh`. */
  authorOf(record: RecordRef): string | undefined;
}

const MAX_KNOWN = 2_000;

type BranchDraftFacts = Pick<Facts, 'draftOf' | 'author'>;
const NO_DRAFT: BranchDraftFacts = { draftOf: null, author: '' };

/** @param factsOf reads what a branch's commits say about the change */
export function createDrafts(
  branches: Pick<ProposalBranches, 'listLocal'>,
  factsOf: (commit: string) => Promise<Facts | null>,
): Drafts {
  /** By the head of the branch. */
  const known = createLruCache<BranchDraftFacts>(MAX_KNOWN);
  let names: ReadonlyMap<string, string> = new Map();
  let authors: ReadonlyMap<string, string> = new Map();
  let records: ReadonlyMap<string, RecordRef> = new Map();
  return {
    async refresh() {
      const found: (BranchDraftFacts & { readonly name: string; readonly draftOf: RecordRef })[] = [];
      for (const { commit, name } of (await branches.listLocal()).filter(isChangeByName)) {
        const branch = known.get(commit) ?? (await factsOf(commit)) ?? NO_DRAFT;
        known.set(commit, branch);
        const { author, draftOf } = branch;
        if (draftOf !== null) found.push({ name, author, draftOf });
      }
      records = new Map(found.map(({ name, draftOf }) => [name, draftOf]));
      names = new Map(found.map(({ name, draftOf }) => [refName(draftOf), name]));
      authors = new Map(found.map(({ author, draftOf }) => [refName(draftOf), author]));
    },
    nameOf: (record) => names.get(refName(record)),
    recordOf: (change) => records.get(change),
    authorOf: (record) => authors.get(refName(record)),
  };
}
