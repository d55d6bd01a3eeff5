import { LRUCache } from 'lru-cache';
import { type RecordRef, refName } from '../../model/entry.ts';
import { type Branches, isChangeByName } from './branches.ts';
import type { Facts } from './message.ts';

/** Which changes are drafts of records. */
export interface Drafts {
  /** Looks at all branches again; reads only those that have moved since the last call. */
  refresh(): Promise<void>;
  /** The name of the change that was a record's draft at the last `refresh`. */
  nameOf(record: RecordRef): string | undefined;
  /** The record whose draft a change was at the last `refresh`. */
  recordOf(change: string): RecordRef | undefined;
}

const MAX_KNOWN = 2_000;

/** @param factsOf reads what a branch's commits say about the change */
export function createDrafts(
  branches: Pick<Branches, 'listLocal'>,
  factsOf: (commit: string) => Promise<Facts | null>,
): Drafts {
  /** By the head of the branch. */
  const known = new LRUCache<string, { readonly draftOf: RecordRef | null }>({ max: MAX_KNOWN });
  let names: ReadonlyMap<string, string> = new Map();
  let records: ReadonlyMap<string, RecordRef> = new Map();
  return {
    async refresh() {
      const found = new Map<string, RecordRef>();
      for (const { commit, name } of (await branches.listLocal()).filter(isChangeByName)) {
        const branch = known.get(commit) ?? { draftOf: (await factsOf(commit))?.draftOf ?? null };
        known.set(commit, branch);
        if (branch.draftOf !== null) found.set(name, branch.draftOf);
      }
      records = found;
      names = new Map([...found].map(([name, record]) => [refName(record), name]));
    },
    nameOf: (record) => names.get(refName(record)),
    recordOf: (change) => records.get(change),
  };
}
