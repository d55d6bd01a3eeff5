import { parseId } from '../../lib/text/parseId.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { type Detail, invalid } from '../../model/errors.ts';
import { choice, type Infer, idInput, list, nullable, object, revisionNote } from '../../model/schema/schema.ts';
import type { Action, PlanContext, RecordDraft } from '../action.ts';
import { createInputReader, createProblems } from '../problems.ts';
import { removeDraft, updateDraft } from '../records.ts';
import { checkPage } from '../validate/validate.ts';
import { withStatus } from './pageTimes.ts';

type Json = Readonly<Record<string, unknown>>;

const bulkAction = choice('publish', 'unpublish', 'archive', 'delete');
export const pageBulkInput = object(
  { ids: list(idInput(), { minItems: 1, maxItems: 1000 }), action: bulkAction },
  { revisionNote: nullable(revisionNote()) },
);
type BulkAction = Infer<typeof bulkAction>;

const readBulk = createInputReader(pageBulkInput);

/** The name of a bulk action in commits, and the status it gives pages; without a status it removes them. */
const ACTIONS: Readonly<Record<BulkAction, { readonly name: string; readonly status?: Page['status'] }>> = {
  publish: { name: 'page.publish', status: 'published' },
  unpublish: { name: 'page.unpublish', status: 'draft' },
  archive: { name: 'page.archive', status: 'archived' },
  delete: { name: 'page.remove' },
};

/** A bulk action and its pages. */
export interface Bulk {
  /** As the body lists them, so possibly with repetitions. */
  readonly ids: readonly number[];
  readonly action: BulkAction;
  readonly note: string | undefined;
}

/** @throws CmsError VALIDATION with all problems of the body @param body as `pageBulkInput` describes it */
export function readBulkInput(body: Json): Bulk {
  const problems = createProblems();
  const { ids = [], action = 'publish', revisionNote } = readBulk(body, problems);
  const read = ids.map(parseId);
  for (const [index, one] of read.entries())
    if (one === null) problems.add(['ids', String(index)], 'must be the id of a page');
  problems.throwIfAny(() => []);
  return { action, ids: read.flatMap((one) => one ?? []), note: revisionNote ?? undefined };
}

/** Changes all pages that exist in one commit and skips the others. A page that may not be changed fails all. */
export const changePages = ({ ids, action, note }: Bulk): Action => ({
  name: ACTIONS[action].name,
  note,
  alwaysCommits: true,
  plan(context) {
    const { status } = ACTIONS[action];
    const found = [...new Set(ids)].flatMap((one) => {
      const page = context.lookup.get('page', one);
      return page ? [{ page, index: ids.indexOf(one) }] : [];
    });
    return found.map(({ page, index }) => {
      const draft =
        status === undefined ? removeDraft('page', page) : updateDraft('page', page, withStatus(page, status, context));
      return { ...draft, place: ['ids', String(index)] };
    });
  },
  check: checkStatus,
});

/** Says in one message for each page why it may not get the status. */
async function checkStatus(drafts: readonly RecordDraft[], context: PlanContext): Promise<void> {
  const yieldIfBusy = createYieldIfBusy();
  const details: Detail[] = [];
  for (const { kind, before, after, place: path = [] } of drafts) {
    if (kind !== 'page' || !before || !after) continue;
    details.push(...refusal(before, after.data, context).map((message) => ({ path, message })));
    await yieldIfBusy();
  }
  if (details.length > 0) throw invalid(details);
}

/** Why a page may not change this way, in one message; empty if it may. */
function refusal(page: Entry<Page>, data: Page, context: PlanContext): readonly string[] {
  const details = checkPage(data, context, page);
  if (details.length === 0) return [];
  return [`Page ${page.id}: ${details.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`];
}
