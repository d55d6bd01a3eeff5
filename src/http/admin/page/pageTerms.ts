import { parseId } from '../../../lib/text/parseId.ts';
import { type Page, page } from '../../../model/entities/page.ts';
import type { Entry } from '../../../model/entry.ts';
import type { Infer } from '../../../model/schema/schema.ts';
import { showAdminTerm, showAdminTerms } from '../../../view/page/terms.ts';
import { ADMIN_PAGE_TERM } from '../../../view/shapes/page.ts';
import {
  addPageTerm,
  pageTermInput,
  pageTermsInput,
  removePageTerm,
  setPageTerms,
} from '../../../write/page/pageTerms.ts';
import { describedBy } from '../../../write/problems.ts';
import { getRecord } from '../../../write/records.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { answerWholeList, wholeListQuery } from '../../request/wholeList.ts';
import { listResult, removedPartResult, WRITTEN, writtenResult } from '../../result.ts';
import { answerWritten, firstEntry } from '../crud.ts';
import type { AdminPageDeps } from './pageDeps.ts';

/** The terms of a page, written all at once or one at a time. */
export function pageTermEndpoints({ site }: AdminPageDeps): Endpoint[] {
  const { store: lookup, write: writer, history } = site;
  const answerTerms = ({ data, rev }: Entry<Page>, query: Infer<typeof wholeListQuery> = {}): Answer => ({
    ...answerWholeList(showAdminTerms(data, lookup), query),
    etag: rev,
  });
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/pages/:id/terms',
      summary: 'List the terms of a page',
      access: page.access.read,
      result: listResult(ADMIN_PAGE_TERM, { headers: ['ETag'] }),
      query: wholeListQuery,
      handle: ({ params, query }) => answerTerms(getRecord(lookup, 'page', params.id), query),
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/pages/:id/terms',
      summary: 'Replace the terms of a page',
      access: page.access.update,
      result: listResult(ADMIN_PAGE_TERM, { headers: WRITTEN }),
      body: describedBy(pageTermsInput),
      async handle({ params: { id }, body, actor, ifMatch }) {
        const written = await writer.write(setPageTerms({ id, ifMatch }, body), actor);
        const entry = firstEntry<'page'>(written);
        return { ...answerTerms(entry), ...answerWritten(written, entry, history) };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/pages/:id/terms',
      summary: 'Add a term to a page',
      access: page.access.update,
      result: { ...writtenResult(ADMIN_PAGE_TERM), statuses: [200, 201] },
      body: describedBy(pageTermInput),
      async handle({ params: { id }, body, actor, ifMatch }) {
        const written = await writer.write(addPageTerm({ id, ifMatch }, body), actor);
        const entry = firstEntry<'page'>(written);
        const status = written.changes.length > 0 ? 201 : 200;
        const data = showAdminTerm(entry.data, parseId(body['termId']) ?? 0, lookup);
        return { ...answerWritten(written, entry, history), status, data };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/pages/:id/terms/:termId',
      summary: 'Remove a term from a page',
      access: page.access.update,
      result: removedPartResult(),
      async handle({ params: { id, termId }, actor, ifMatch }) {
        const written = await writer.write(removePageTerm({ id, ifMatch }, termId), actor);
        return { ...answerWritten(written, firstEntry(written), history), data: { deleted: true } };
      },
    }),
  ];
}
