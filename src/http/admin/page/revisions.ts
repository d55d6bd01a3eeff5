import { createYieldIfBusy, SHARED_SLICES } from '../../../lib/turn/createYieldIfBusy.ts';
import { type Page, page } from '../../../model/entities/page.ts';
import type { Entry } from '../../../model/entry.ts';
import { nullable, object, revisionNote, text } from '../../../model/schema/schema.ts';
import { showRevisionWhole } from '../../../view/admin/revision.ts';
import { showRevisionDiff, showRevisionItem } from '../../../view/admin/revisionDiff.ts';
import { showAdminPageWhole } from '../../../view/admin/showAdminPage.ts';
import { ADMIN_PAGE } from '../../../view/shapes/page.ts';
import { FIELD_CHANGE, RESTORE_META, REVISION, REVISION_ITEM } from '../../../view/shapes/revision.ts';
import { findMissingParts, requireReadablePage, restorePage } from '../../../write/page/restorePage.ts';
import { getRecord } from '../../../write/records.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { paging } from '../../request/query.ts';
import { answerWholeList, wholeListParameters } from '../../request/wholeList.ts';
import { listResult, pagedResult, recordResult, writtenResult } from '../../result.ts';
import { answerWritten, firstEntry } from '../crud.ts';
import type { AdminPageDeps } from './pageDeps.ts';

const list = paging({ defaultLimit: 20, maxLimit: 100 });
const diffQuery = object(
  {},
  {
    ...wholeListParameters,
    to: text({ maxLength: 40, description: 'The revision to compare with; by default the present page' }),
  },
);
const restoreBody = object({}, { revisionNote: nullable(revisionNote()) });

/** The revisions of a page, which are its commits (contract, "Admin: pages"). */
export function revisionEndpoints({ site, view }: Pick<AdminPageDeps, 'site' | 'view'>): Endpoint[] {
  const { store: lookup, write: writer, history } = site;
  const { revisions } = history;
  const getPage = (id: number): Entry<Page> => getRecord(lookup, 'page', id);
  const readAt = async (id: number, commit: string): Promise<Page> =>
    requireReadablePage(await revisions.get(getPage(id), commit));
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/pages/:id/revisions',
      summary: 'List the revisions of a page, newest first',
      access: page.access.read,
      result: pagedResult(REVISION_ITEM),
      query: object({}, list.schema),
      async handle({ params, query }) {
        const { limit, offset } = list.read(query);
        const { revisions: found, total } = await revisions.list(getPage(params.id), { limit, offset });
        const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
        const data: object[] = [];
        for (const revision of found) {
          data.push(showRevisionItem(revision, lookup));
          await yieldIfBusy();
        }
        return { data, meta: { total, limit, offset } };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/pages/:id/revisions/:commit',
      summary: 'Read a revision of a page',
      access: page.access.read,
      result: recordResult(REVISION),
      async handle({ params }) {
        const revision = await revisions.get(getPage(params.id), params.commit);
        return { data: showRevisionWhole(revision, requireReadablePage(revision), lookup), etag: revision.rev };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/pages/:id/revisions/:commit/diff',
      summary: 'Compare a revision of a page with another one or with the present page',
      access: page.access.read,
      result: listResult(FIELD_CHANGE),
      query: diffQuery,
      async handle({ params, query }) {
        const before = await readAt(params.id, params.commit);
        const after = query.to === undefined ? getPage(params.id).data : await readAt(params.id, query.to);
        return answerWholeList(showRevisionDiff(before, after, lookup), query);
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/pages/:id/revisions/:commit/restore',
      summary: 'Restore a revision of a page, except its status',
      access: page.access.update,
      result: writtenResult(ADMIN_PAGE, { meta: RESTORE_META }),
      body: restoreBody,
      async handle({ params, body, actor, ifMatch }) {
        const revision = await revisions.get(getPage(params.id), params.commit);
        const leftOut = findMissingParts(requireReadablePage(revision), lookup);
        const action = restorePage({ id: params.id, ifMatch }, revision, body.revisionNote ?? undefined);
        const written = await writer.write(action, actor);
        const entry = firstEntry<'page'>(written);
        const answer = { ...answerWritten(written, entry, history), data: showAdminPageWhole(entry, view) };
        return leftOut.length > 0 ? { ...answer, meta: { leftOut } } : answer;
      },
    }),
  ];
}
