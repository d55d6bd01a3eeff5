import { type Page, page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { recordKey } from '../../model/location.ts';
import type { JudgeLookup } from '../../model/rules/recordRule.ts';
import { object } from '../../model/schema/schema.ts';
import { showPage } from '../../view/page/showPage.ts';
import { findTranslations, lookupWithPage } from '../../view/publicContent.ts';
import { PAGE } from '../../view/shapes/page.ts';
import { pageUpdateInput } from '../../write/page/pageInput.ts';
import { sketchPage } from '../../write/page/writePage.ts';
import { describedBy } from '../../write/problems.ts';
import { getRecord } from '../../write/records.ts';
import { viewOf } from '../content/pageView.ts';
import { shownBy } from '../content/query.ts';
import { createShowWritten } from '../content/showWritten.ts';
import { writeInThread } from '../content/writeInThread.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { dataResult } from '../result.ts';

interface PagePreviewDeps {
  readonly lookup: JudgeLookup;
  readonly clock: () => Date;
}

/** Where the ids of unsaved blocks begin: no file has ids that high. */
const UNSAVED = 2 ** 52;

export const PAGE_PREVIEW_PATH = '/api/admin/pages/:id/preview';

/** Shows a page that is being edited as it will be published. */
export function pagePreviewEndpoint(
  { lookup, clock }: PagePreviewDeps,
  showWritten = createShowWritten(writeInThread()),
): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: PAGE_PREVIEW_PATH,
    summary: 'Show a page as everybody would see it with this body; nothing is saved or validated',
    access: page.access.update,
    query: object({}, shownBy),
    body: { json: describedBy(pageUpdateInput), echoes: [] },
    result: dataResult(PAGE),
    changes: 'own',
    handle({ params: { id }, query, body, actor, opening }) {
      const before = getRecord(lookup, 'page', id);
      let next = UNSAVED;
      const nextId = (): number => next++;
      const now = clock();
      const data = sketchPage(before, body, { lookup, now, actor, nextId });
      const sketch: Entry<Page> = { ...before, data, key: recordKey('page', data), updatedAt: now.toISOString() };
      const seen = lookupWithPage(lookup, sketch, clock);
      const others = findTranslations(seen, sketch).filter((other) => other.id !== id);
      return showWritten((time) => ({
        data: showPage(sketch, others, viewOf({ query, opening }, seen, time)),
      }));
    },
  });
}
