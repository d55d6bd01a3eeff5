import type { RecordRef } from '../../../model/entry.ts';
import { CmsError } from '../../../model/errors.ts';
import { singleIdOf } from '../../../model/location.ts';
import type { Kind } from '../../../model/records.ts';
import type { ObjectSchema } from '../../../model/schema/schema.ts';
import type { Proposals } from '../../../proposal/proposals.ts';
import type { ProposalSchedule } from '../../../proposal/schedule.ts';
import { showDraft } from '../../../view/admin/change.ts';
import { BLOCK } from '../../../view/shapes/block.ts';
import { MEDIA } from '../../../view/shapes/media.ts';
import { ADMIN_MENU } from '../../../view/shapes/menu.ts';
import { ADMIN_PAGE } from '../../../view/shapes/page.ts';
import { SETTINGS } from '../../../view/shapes/site.ts';
import { TAXONOMY } from '../../../view/shapes/taxonomy.ts';
import type { UnfinishedWorkStore } from '../../../work/openWork.ts';
import { addToData, type Call, type Endpoint, envelopeOf } from '../../endpoint.ts';

export interface DraftFactsDeps {
  readonly proposals: Proposals;
  readonly schedule: ProposalSchedule;
  readonly work: UnfinishedWorkStore;
}

/** The shapes of records that are answered whole, and their kinds. */
const WHOLE: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>([
  [ADMIN_PAGE, 'page'],
  [BLOCK, 'block'],
  [ADMIN_MENU, 'menu'],
  [TAXONOMY, 'taxonomy'],
  [MEDIA, 'media'],
  [SETTINGS, 'settings'],
]);

/**
 * The endpoint; if it answers a whole record of content that is live, it also tells the record's draft and the caller's
 * own unfinished work (contract, section 14).
 */
export function withDraftFacts(endpoint: Endpoint, deps: DraftFactsDeps): Endpoint {
  const kind = WHOLE.get((endpoint.result?.body as ObjectSchema | undefined)?.properties?.['data']);
  if (kind === undefined) return endpoint;
  return {
    ...endpoint,
    async handle(call) {
      // The endpoints of pages refresh them, for lists too.
      if (kind !== 'page') await deps.proposals.drafts.refresh();
      const answer = await endpoint.handle(call);
      if ('raw' in answer) return answer;
      const { id } = envelopeOf(answer).data as { readonly id?: number };
      const record = { kind, id: singleIdOf(kind) ?? id! };
      const facts = { draft: await describeDraft(record, deps), work: await describeWork(record, call, deps) };
      return addToData(answer, facts);
    },
  };
}

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
  { actor }: Call,
  { work }: DraftFactsDeps,
): Promise<object | null> {
  const found = actor && (await work.find(actor, { kind, id, key: null, change: null }));
  return found ? { savedAt: found.savedAt, base: found.base } : null;
}
