import { type Page, page } from '../../../model/entities/page.ts';
import { compareEntryIds, type Entry, type Lookup } from '../../../model/entry.ts';
import { flag, object } from '../../../model/schema/schema.ts';
import { showMentions } from '../../../view/admin/mentions.ts';
import { showAdminPageWhole, showState, showTranslation } from '../../../view/admin/showAdminPage.ts';
import { ADMIN_PAGE, BULK, LEFT_REFERENCES, PAGE_TRANSLATION } from '../../../view/shapes/page.ts';
import type { WriteResult } from '../../../write/action.ts';
import { changePages, pageBulkInput, readBulkInput } from '../../../write/page/pageBulk.ts';
import { duplicatePage, listTranslations, pageTranslateInput, translatePage } from '../../../write/page/pageCopy.ts';
import { describedBy } from '../../../write/problems.ts';
import { getRecord } from '../../../write/records.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { answerWholeList, wholeListParameters } from '../../request/wholeList.ts';
import { createdResult, dataResult, listResult } from '../../result.ts';
import { answerWritten, firstEntry } from '../crud.ts';
import type { AdminPageDeps } from './pageDeps.ts';

const translationsQuery = object(
  {},
  { ...wholeListParameters, states: { ...flag(), description: 'Whether to tell which of them are out of date' } },
);

/** Actions on many pages at once, and copies of a page. */
export function pageActionEndpoints({ site, view, translations }: AdminPageDeps): Endpoint[] {
  const { store: lookup, write: writer, history } = site;
  const answerCopy = (written: WriteResult): Answer => {
    const entry = firstEntry<'page'>(written);
    return { ...answerWritten(written, entry, history), status: 201, data: showAdminPageWhole(entry, view) };
  };
  return [
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/pages/bulk',
      summary: 'Publish, unpublish, archive or delete many pages in one commit',
      access: page.access.update,
      result: dataResult(BULK, { meta: LEFT_REFERENCES, headers: ['X-Commit'] }),
      body: { json: describedBy(pageBulkInput), echoes: [] },
      async handle({ body, actor }) {
        const bulk = readBulkInput(body);
        const written = await writer.write(changePages(bulk), actor);
        const changed = changedPages(written);
        const asked = [...new Set(bulk.ids)];
        const ids = asked.filter((id) => changed.has(id));
        const notFound = asked.filter((id) => !changed.has(id));
        return {
          data: { affected: ids.length, action: bulk.action, ids, notFound },
          commit: written.commit,
          ...leftReferences(written, lookup),
        };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/pages/:id/translate',
      lateWrites: 'refused',
      summary: 'Copy a page into another locale, as a draft',
      access: page.access.create,
      result: createdResult(ADMIN_PAGE),
      body: { json: describedBy(pageTranslateInput), echoes: [] },
      async handle({ params: { id }, body, actor, ifMatch }) {
        return answerCopy(await writer.write(translatePage({ id, ifMatch }, body), actor));
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/pages/:id/translations',
      summary: 'List the translations of a page, including the page itself',
      access: page.access.read,
      result: listResult(PAGE_TRANSLATION, { headers: ['ETag'] }),
      query: translationsQuery,
      async handle({ params, query }) {
        const entry = getRecord(lookup, 'page', params.id);
        const members = [...listTranslations(entry, lookup)].sort(compareEntryIds);
        if (!query.states) return { ...answerWholeList(members, query, showTranslation), etag: entry.rev };
        await translations.compare(members);
        const showWithState = (one: Entry<Page>) => ({ ...showTranslation(one), ...showState(one, view.translations) });
        return { ...answerWholeList(members, query, showWithState), etag: entry.rev };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/pages/:id/duplicate',
      lateWrites: 'refused',
      summary: 'Copy a page within its locale, as a draft',
      access: page.access.create,
      result: createdResult(ADMIN_PAGE),
      async handle({ params: { id }, actor, ifMatch }) {
        return answerCopy(await writer.write(duplicatePage({ id, ifMatch }), actor));
      },
    }),
  ];
}

/** The pages that an action was about: those it removed, and all others, even if nothing changed in them. */
const changedPages = ({ entries, changes }: WriteResult): ReadonlySet<number> =>
  new Set(
    [...entries, ...changes.flatMap(({ before, after }) => (after ? [] : [before]))].flatMap((entry) =>
      entry?.kind === 'page' ? [entry.id] : [],
    ),
  );

/** The records that still mention the pages that a write removed, for `meta`; nothing if there are none. */
export function leftReferences({ changes }: WriteResult, lookup: Lookup): { meta?: object } {
  const gone = changes.flatMap(({ kind, before, after }) => (kind === 'page' && before && !after ? [before.key] : []));
  const references = showMentions('page', gone, lookup);
  return references.length === 0 ? {} : { meta: { references } };
}
