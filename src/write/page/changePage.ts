import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import type { Action } from '../action.ts';
import { createProblems } from '../problems.ts';
import { type RecordTarget, updateRecord } from '../records.ts';
import { checkPage } from '../validate/validate.ts';
import { forStatus, type PageReadContext } from './pageRegions.ts';

/** Reports the problems of a page at the paths of the request body. */
export type Blame = (detail: Detail, page: Page, before: Page) => Detail;

const unchangedDetail: Blame = (detail) => detail;

/** A change to one part of a page. Like every write to a page it makes a revision even when nothing changes. */
export const changePage = (
  target: RecordTarget,
  change: (before: Entry<Page>, context: PageReadContext) => Page,
  blame: Blame = unchangedDetail,
): Action => ({
  ...updateRecord('page', target, (before, context) => {
    const problems = createProblems();
    const page = change(before, forStatus({ ...context, problems }, before.data.status));
    problems.take(checkPage(page, context, before).map((detail) => blame(detail, page, before.data)));
    problems.throwIfAny(() => []);
    return page;
  }),
  alwaysCommits: true,
});
