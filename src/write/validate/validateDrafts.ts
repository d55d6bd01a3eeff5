import type { YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { CmsError, type Detail, invalid } from '../../model/errors.ts';
import { MAX_PROBLEMS, within } from '../../model/fields/problem.ts';
import type { RecordDraft } from '../action.ts';

/**
 * Validates drafts and reports all problems at once, each path beginning with the place of its draft in the request. An
 * error other than VALIDATION is thrown at once.
 *
 * @throws CmsError in the caller's words
 */
export async function validateDrafts(
  drafts: readonly RecordDraft[],
  validate: (draft: RecordDraft) => void,
  yieldIfBusy: YieldIfBusy,
): Promise<void> {
  const details: Detail[] = [];
  for (const draft of drafts) {
    details.push(...findDraftProblems(draft, validate));
    // A request may hold thousands of records: the problems of the first ones are enough.
    if (details.length > MAX_PROBLEMS) break;
    await yieldIfBusy();
  }
  if (details.length > 0) throw invalid(details);
}

function findDraftProblems(draft: RecordDraft, validate: (draft: RecordDraft) => void): readonly Detail[] {
  try {
    validate(draft);
    return [];
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    const details = within(draft.place ?? [], error.details);
    if (error.code !== 'VALIDATION') throw new CmsError(error.code, details, { cause: error });
    return details;
  }
}
