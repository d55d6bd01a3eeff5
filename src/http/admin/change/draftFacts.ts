import type { Actor } from '../../../model/access.ts';
import type { RecordRef } from '../../../model/entry.ts';
import { CmsError } from '../../../model/errors.ts';
import type { Proposals } from '../../../proposal/proposals.ts';
import type { ProposalSchedule } from '../../../proposal/schedule.ts';
import { showDraft } from '../../../view/admin/change.ts';
import type { UnfinishedWorkStore } from '../../../work/openWork.ts';
import type { DraftFacts } from '../../endpoint.ts';

interface DraftFactsDeps {
  readonly proposals: Proposals;
  readonly schedule: ProposalSchedule;
  readonly work: UnfinishedWorkStore;
}

/** Makes what is known of drafts and of unfinished work. */
export const createDraftFacts = (deps: DraftFactsDeps): DraftFacts => ({
  refresh: deps.proposals.drafts.refresh,
  describe: async (record, actor) => ({
    draft: await describeDraft(record, deps),
    work: await describeWork(record, actor, deps),
  }),
});

async function describeDraft(record: RecordRef, { proposals, schedule }: DraftFactsDeps): Promise<object | null> {
  const name = proposals.drafts.nameOf(record);
  if (name === undefined) return null;
  try {
    const proposal = await proposals.get(name);
    const { clashes } = await proposals.describe(proposal);
    return showDraft({ ...proposal, conflicts: clashes.length, scheduledAt: schedule.of(name) });
  } catch (error) {
    // It has been published or discarded while it was read.
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

async function describeWork(
  { kind, id }: RecordRef,
  actor: Actor | null,
  { work }: DraftFactsDeps,
): Promise<object | null> {
  const found = actor && (await work.find(actor, { kind, id, key: null, change: null }));
  return found ? { savedAt: found.savedAt, base: found.base } : null;
}
