import type { ChangeState } from '../../../model/changeState.ts';
import type { Lookup } from '../../../model/entry.ts';
import type { Proposal } from '../../../proposal/findProposal.ts';
import type { Proposals } from '../../../proposal/proposals.ts';
import type { ProposalSchedule } from '../../../proposal/schedule.ts';
import type { ShownChange } from '../../../view/admin/change.ts';
import type { RecordWriter } from '../../../write/action.ts';

export interface ChangeDeps {
  readonly proposals: Proposals;
  readonly schedule: ProposalSchedule;
  /** What is live. */
  readonly lookup: Lookup;
  readonly clock: () => Date;
  readonly writer: Pick<RecordWriter, 'inTurn'>;
  /** How far a change is on its way to going live. */
  stateOf(name: string): Promise<ChangeState>;
}

/** A change with what it holds and when it is published. */
export async function readShownChange(
  proposal: Proposal,
  { proposals, schedule }: Pick<ChangeDeps, 'proposals' | 'schedule'>,
): Promise<ShownChange> {
  const { records: differing, files, clashes, conflicts, problem } = await proposals.describe(proposal);
  const records = differing.map(({ subjects: _, ...record }) => record);
  const times = { scheduledAt: schedule.of(proposal.name), scheduleProblems: schedule.refusalOf(proposal.name) };
  return { ...proposal, records, files: [...new Set([...files, ...conflicts])], clashes, problem, ...times };
}
