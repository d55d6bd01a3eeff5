import type { YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { CmsError, type Detail, notFound } from '../../model/errors.ts';
import { MAX_PROBLEMS } from '../../model/fields/problem.ts';
import type { Action, RecordDraft } from '../action.ts';
import { kindLabel } from '../records.ts';
import { findRefusal, type RightsContext } from './findRefusal.ts';
import { wordRefusal } from './rightRefusal.ts';

export interface DraftsToJudge {
  readonly drafts: readonly RecordDraft[];
  readonly action: Pick<Action, 'alwaysCommits' | 'restores' | 'bringsBack'>;
}

/**
 * Judges each record that an actor wants to write by its versions before and after. What follows from another draft is
 * nobody's own doing, and not judged.
 *
 * @throws CmsError FORBIDDEN with a reason for each record that may not be written so; NOT_FOUND for one that the actor
 *   may not even read
 */
export async function requireRights(
  { drafts, action }: DraftsToJudge,
  context: RightsContext,
  yieldIfBusy: YieldIfBusy,
): Promise<void> {
  const details: Detail[] = [];
  for (const draft of drafts) {
    if (draft.follows) continue;
    const refused = findRefusal({ ...draft, ...howItIsWritten(draft, action) }, context);
    if (refused?.right === 'read') throw notFound(kindLabel(draft.kind));
    if (refused) details.push({ path: draft.place ?? [], ...wordRefusal(refused, context.actor) });
    if (details.length > MAX_PROBLEMS) break;
    await yieldIfBusy();
  }
  if (details.length > 0) throw new CmsError('FORBIDDEN', details);
}

/** What a write does to a record besides changing its values. */
export const howItIsWritten = (
  { attachments = [], source }: RecordDraft,
  { alwaysCommits = false, restores, bringsBack = false }: DraftsToJudge['action'],
) => ({
  changesFile: attachments.length > 0,
  changesText: source !== undefined,
  makesRevision: alwaysCommits,
  restores: restores !== undefined || bringsBack,
});
