import { UnreadableObject } from '../../../git/objects/unreadableObject.ts';
import type { Actor } from '../../../model/access.ts';
import type { Page } from '../../../model/entities/page.ts';
import type { Entry, RecordRef } from '../../../model/entry.ts';
import { ifThere } from '../../../proposal/findProposal.ts';
import type { Proposals } from '../../../proposal/proposals.ts';
import type { ProposalSchedule } from '../../../proposal/schedule.ts';
import { showDraft } from '../../../view/admin/change.ts';
import type { UnfinishedWorkStore } from '../../../work/openWork.ts';
import type { VersionDifference } from '../../../write/merge/diffRecords.ts';
import type { DraftFacts } from '../../endpoint.ts';
import type { DraftInList } from '../page/pageDeps.ts';
import type { ChangeDeps } from './shownChange.ts';

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

/** What a list of pages tells of a draft. */
export async function readListedDraft(
  page: Entry<Page>,
  { proposals, stateOf }: Pick<ChangeDeps, 'proposals' | 'stateOf'>,
): Promise<DraftInList | null> {
  const name = proposals.drafts.nameOf(page);
  if (name === undefined) return null;
  const proposal = await ifThere(proposals.get(name));
  if (!proposal) return null;
  const { author = null, updatedAt = null } = proposal.facts ?? {};
  const records = (await proposals.differences(proposal).catch(nothingIfUnreadable)).records;
  const edited = records.find(({ kind, id }) => kind === page.kind && id === page.id);
  return { title: edited?.title ?? page.data.title, author, updatedAt, state: await stateOf(name) };
}

function nothingIfUnreadable(error: unknown): Pick<VersionDifference, 'records'> {
  if (error instanceof UnreadableObject) return { records: [] };
  throw error;
}

async function describeDraft(record: RecordRef, { proposals, schedule }: DraftFactsDeps): Promise<object | null> {
  const name = proposals.drafts.nameOf(record);
  if (name === undefined) return null;
  // It may have been published or discarded while it was read.
  const proposal = await ifThere(proposals.get(name));
  if (!proposal) return null;
  const { clashes } = await proposals.describe(proposal);
  return showDraft({ ...proposal, conflicts: clashes.length, scheduledAt: schedule.of(name) });
}

async function describeWork(
  { kind, id }: RecordRef,
  actor: Actor | null,
  { work }: DraftFactsDeps,
): Promise<object | null> {
  const found = actor && (await work.find(actor, { kind, id, key: null, change: null }));
  return found ? { savedAt: found.savedAt, base: found.base } : null;
}
