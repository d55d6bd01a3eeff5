import type { RecordRef } from '../../../model/entry.ts';
import { CmsError } from '../../../model/errors.ts';
import { singleIdOf } from '../../../model/location.ts';
import type { Kind } from '../../../model/records.ts';
import type { Proposals } from '../../../proposal/proposals.ts';
import type { ProposalSchedule } from '../../../proposal/schedule.ts';
import { showDraft } from '../../../view/admin/change.ts';
import type { WorkStore } from '../../../work/openWork.ts';
import type { Answer, Call, Endpoint } from '../../endpoint.ts';

export interface DraftFactsDeps {
  readonly proposals: Proposals;
  readonly schedule: ProposalSchedule;
  readonly work: WorkStore;
}

/** The read of one record, which also tells its draft and the caller's own unfinished work (contract, section 14). */
export const withDraftFacts = (kind: Kind, endpoint: Endpoint, deps: DraftFactsDeps): Endpoint => ({
  ...endpoint,
  async handle(call) {
    await deps.proposals.drafts.refresh();
    const answer = await endpoint.handle(call);
    const record = { kind, id: singleIdOf(kind) ?? Number(call.params['id']) };
    return addToData(answer, {
      draft: await describeDraft(record, deps),
      work: await describeWork(record, call, deps),
    });
  },
});

const addToData = (answer: Answer, more: object): Answer =>
  'data' in answer ? { ...answer, data: { ...(answer.data as object), ...more } } : answer;

async function describeDraft(record: RecordRef, { proposals, schedule }: DraftFactsDeps): Promise<object | null> {
  const name = proposals.drafts.nameOf(record);
  if (name === undefined) return null;
  try {
    const [proposal, { clashes }] = [await proposals.get(name), await proposals.preview(name)];
    return showDraft({ ...proposal, conflicts: clashes.length, scheduledAt: schedule.of(name) });
  } catch (error) {
    // It has been published or discarded while it was read.
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

async function describeWork(
  { kind, id }: RecordRef,
  { actor }: Call,
  { work }: DraftFactsDeps,
): Promise<object | null> {
  const found = actor && (await work.find(actor, { kind, id, key: null, change: null }));
  return found ? { savedAt: found.savedAt, base: found.base } : null;
}
