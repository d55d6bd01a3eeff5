import { CmsError, type Detail, invalid } from '../../model/errors.ts';
import { MAX_PROBLEMS, within } from '../../model/fields/problem.ts';
import type { Draft } from '../action.ts';

/**
 * Validates drafts, all problems at once, each led by the place of its draft in the request. What is no VALIDATION ends
 * it at once.
 *
 * @throws CmsError in the caller's words
 */
export async function validateDrafts(
  drafts: readonly Draft[],
  validate: (draft: Draft) => void,
  breath: () => Promise<void> | undefined,
): Promise<void> {
  const details: Detail[] = [];
  for (const draft of drafts) {
    details.push(...problemsOf(draft, validate));
    // A request may hold thousands of records: what is wrong with the first ones tells enough.
    if (details.length > MAX_PROBLEMS) break;
    await breath();
  }
  if (details.length > 0) throw invalid(details);
}

function problemsOf(draft: Draft, validate: (draft: Draft) => void): readonly Detail[] {
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
