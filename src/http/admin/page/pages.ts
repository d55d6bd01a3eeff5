import { type Page, page } from '../../../model/entities/page.ts';
import type { Entry } from '../../../model/entry.ts';
import { isPublic } from '../../../model/page/isPublic.ts';
import { flag, object } from '../../../model/schema/schema.ts';
import { showAdminPageWhole } from '../../../view/admin/showAdminPage.ts';
import { ADMIN_PAGE, ADMIN_PAGE_ITEM, LEFT_REFERENCES } from '../../../view/shapes/page.ts';
import { pageCreateInput, pageUpdateInput } from '../../../write/page/pageInput.ts';
import { createPage, removePage, updatePage, upsertPage } from '../../../write/page/writePage.ts';
import { describedBy } from '../../../write/problems.ts';
import { getRecord } from '../../../write/records.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { bodyResult, createdResult, deletedResult, recordResult, WRITTEN, writtenResult } from '../../result.ts';
import { addDraftProblems, answerRecord, answerWritten, firstEntry, withDraftProblems } from '../crud.ts';
import { leftReferences, pageActionEndpoints } from './pageActions.ts';
import { pageBlockEndpoints } from './pageBlocks.ts';
import type { AdminPageDeps } from './pageDeps.ts';
import { pageListEndpoints } from './pageList.ts';
import { pageTermEndpoints } from './pageTerms.ts';

/** Pages of all statuses and locales (contract, "Admin: pages"). */
export const adminPageEndpoints = (deps: AdminPageDeps): Endpoint[] => [
  ...pageListEndpoints(deps),
  ...pageEndpoints(deps),
  ...pageActionEndpoints(deps),
  ...pageBlockEndpoints(deps),
  ...pageTermEndpoints(deps),
];

/** Told where a page is called published and nobody can see it, because of its times. */
const HIDDEN = object({}, { hidden: flag() });

function pageEndpoints({ site, view, translations, clock }: AdminPageDeps): Endpoint[] {
  const { store: lookup, write: writer, history } = site;
  const showWhole = (entry: Entry<Page>): object => showAdminPageWhole(entry, view);
  const withProblems = (answer: Answer, entry: Entry<Page>): Answer =>
    addDraftProblems(answer, entry, { lookup, clock });
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/pages/:id',
      summary: 'Read a page with its blocks',
      access: page.access.read,
      result: withDraftProblems(recordResult(ADMIN_PAGE)),
      async handle({ params }) {
        await translations.compare([getRecord(lookup, 'page', params.id)]);
        const entry = getRecord(lookup, 'page', params.id);
        return withProblems(answerRecord(entry, showWhole), entry);
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/pages',
      summary: 'Create a page',
      access: page.access.create,
      result: withDraftProblems(createdResult(ADMIN_PAGE)),
      body: { json: describedBy(pageCreateInput), echoes: [ADMIN_PAGE, ADMIN_PAGE_ITEM] },
      async handle({ body, actor }) {
        const written = await writer.write(createPage(body), actor);
        const entry = firstEntry<'page'>(written);
        const answer = { ...answerWritten(written, entry, history), status: 201, data: showWhole(entry) };
        return withProblems(answer, entry);
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/pages/upsert',
      summary: 'Create a page, or update the one with this slug and locale',
      access: page.access.create,
      result: {
        ...bodyResult(object({ data: ADMIN_PAGE, created: flag() }), [200, 201]),
        headers: WRITTEN,
      },
      lateWrites: 'merged',
      body: { json: describedBy(pageCreateInput), echoes: [ADMIN_PAGE, ADMIN_PAGE_ITEM] },
      async handle({ body, actor, ifMatch }) {
        const written = await writer.write(upsertPage(body, ifMatch), actor);
        const entry = firstEntry<'page'>(written);
        const created = written.created.includes(entry);
        const head = answerWritten(written, entry, history);
        return { ...head, status: created ? 201 : 200, body: { data: showWhole(entry), created } };
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/pages/:id',
      summary: 'Update a page; always makes a revision',
      access: page.access.update,
      result: withDraftProblems(writtenResult(ADMIN_PAGE, { meta: HIDDEN })),
      body: { json: describedBy(pageUpdateInput), echoes: [ADMIN_PAGE, ADMIN_PAGE_ITEM] },
      patch: async ({ params }, versionFor) =>
        answerRecord(await versionFor(getRecord(lookup, 'page', params.id)), showWhole),
      async handle({ params, body, actor, ifMatch }) {
        const written = await writer.write(updatePage({ id: params.id, ifMatch }, body), actor);
        const entry = firstEntry<'page'>(written);
        const isHidden = entry.data.status === 'published' && !isPublic(entry.data, clock());
        const head = answerWritten(written, entry, history);
        return withProblems({ ...head, data: showWhole(entry), ...(isHidden && { meta: { hidden: true } }) }, entry);
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/pages/:id',
      summary: 'Delete a page with its inline blocks and term links',
      access: page.access.remove,
      result: deletedResult({ meta: LEFT_REFERENCES }),
      async handle({ params, actor, ifMatch }) {
        const written = await writer.write(removePage({ id: params.id, ifMatch }), actor);
        return { data: { deleted: true }, commit: written.commit, ...leftReferences(written, lookup) };
      },
    }),
  ];
}
