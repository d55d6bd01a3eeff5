import { LRUCache } from 'lru-cache';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import type { VersionDifference } from '../../write/merge/diffRecords.ts';
import type { DivergenceFinder } from '../branch/branchDivergence.ts';
import type { MergePlan } from './planProposalMerge.ts';
import type { ProposalPublisher } from './proposalPublisher.ts';

/** What a change has edited, value by value, and what would clash if it were published. */
export interface ProposalDescription extends VersionDifference, Pick<MergePlan, 'clashes' | 'conflicts'> {
  /** Why it cannot be shown: then it is described as if it held nothing. */
  readonly problem: DescriptionProblem | null;
}

export interface DescriptionProblem {
  readonly reason: UnreadableObject['reason'];
  readonly message: string;
}

/** The most records, files and clashes to keep in descriptions. */
const MAX_KEPT = 50_000;

interface Parts {
  readonly standings: Pick<DivergenceFinder, 'difference'>;
  readonly publishing: Pick<ProposalPublisher, 'plan'>;
}

/** Makes the function that describes the change at a commit, and remembers it until that or the live one moves. */
export function createDescriptions(parts: Parts): (live: string, head: string) => Promise<ProposalDescription> {
  const known = new LRUCache<string, ProposalDescription>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ records, files, clashes, conflicts }) =>
      1 + records.length + files.length + clashes.length + conflicts.length,
  });
  return async (live, head) => {
    const name = `${live} ${head}`;
    const found = known.get(name) ?? (await describeProposal(live, head, parts));
    known.set(name, found);
    return found;
  };
}

async function describeProposal(
  live: string,
  head: string,
  { standings, publishing }: Parts,
): Promise<ProposalDescription> {
  try {
    // Comparing is bounded, so that it comes first.
    const difference = await standings.difference(live, head);
    const { clashes, conflicts } = await publishing.plan(live, head);
    return { ...difference, clashes, conflicts, problem: null };
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error;
    const { reason, message } = error;
    return { records: [], files: [], clashes: [], conflicts: [], problem: { reason, message } };
  }
}
