import type { AuditTrail } from '../../auth/audit/auditTrail.ts';
import type { Problem } from '../../model/entry.ts';
import { flag, object, text } from '../../model/schema/schema.ts';
import type { Site } from '../../site/site.ts';
import { rankPages } from '../../store/search/rankPages.ts';
import { showAuditEntry } from '../../view/admin/audit.ts';
import { showDashboard, showProblemByName } from '../../view/admin/dashboard.ts';
import { showAdminSearch } from '../../view/admin/search.ts';
import { ADMIN_SEARCH, DASHBOARD, PROBLEM } from '../../view/shapes/overview.ts';
import { AUDIT_ENTRY } from '../../view/shapes/revision.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { searchText } from '../request/pageQuery.ts';
import { paging } from '../request/query.ts';
import { answerWholeList, wholeListParameters } from '../request/wholeList.ts';
import { dataResult, listResult, pagedResult } from '../result.ts';
import type { ProblemList } from './openProblems.ts';

export interface LookingDeps {
  readonly site: Site;
  readonly problems: Pick<ProblemList, 'list'>;
}

export interface OverviewDeps {
  readonly site: Site;
  readonly trail: AuditTrail;
  readonly problems: ProblemList;
}

const auditList = paging({ defaultLimit: 50, maxLimit: 100 });
const auditQuery = object(
  {},
  {
    ...auditList.schema,
    actor: text({ maxLength: 100, description: 'Such as `user/1`; `git` for commits made without Quire' }),
    action: text({ maxLength: 100, description: 'Such as `page.update`, or its area `page` alone' }),
    record: text({ maxLength: 100, description: 'Such as `page/12`' }),
    without: text({ maxLength: 100, description: 'An area to leave out, such as `preview`' }),
  },
);
const searchList = paging({ defaultLimit: 20, maxLimit: 50 });

const searchQuery = object({ q: searchText }, { limit: searchList.schema.limit });

/** Search and problems, over all kinds of records. */
export const lookingEndpoints = ({ site, problems }: LookingDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/search',
    summary: 'Search pages of any status with their texts, reusable blocks, media, menus and terms',
    access: 'viewer',
    result: dataResult(ADMIN_SEARCH),
    query: searchQuery,
    async handle({ query: { q, ...query } }) {
      const pages = await rankPages(q, { store: site.store, search: site.search() });
      return { data: showAdminSearch(q, { lookup: site.store, pages, limit: searchList.read(query).limit }) };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/problems',
    summary: 'List the problems of files, as `quire check` reports them, and of the repository',
    access: 'viewer',
    result: listResult(PROBLEM),
    query: object(
      {},
      { ...wholeListParameters, mine: { ...flag(), description: 'Only those of records that you have created' } },
    ),
    async handle({ query, actor }) {
      const { store, history } = site;
      const isMine = ({ record }: Problem): boolean => {
        const entry = record && store.get(record.kind, record.id);
        return entry !== undefined && history.authorOf(entry.path) === actor.name;
      };
      const all = await problems.list();
      return answerWholeList(query.mine === true ? all.filter(isMine) : all, query, (problem) =>
        showProblemByName(problem, store),
      );
    },
  }),
];

/** Dashboard and audit log, over all kinds of records. */
export const overviewEndpoints = ({ site, trail, problems }: OverviewDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/dashboard',
    summary: 'Read the dashboard: counts, recent pages and problems',
    access: 'viewer',
    result: dataResult(DASHBOARD),
    handle: async () => ({ data: showDashboard(site.store, site.lists, await problems.list()) }),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/audit-logs',
    summary: 'List who did what, in the content and outside it, newest first',
    access: 'viewer',
    result: pagedResult(AUDIT_ENTRY),
    query: auditQuery,
    async handle({ query }) {
      const { limit, offset } = auditList.read(query);
      const { actor, action, record, without } = query;
      const filter = {
        ...{ ...(actor && { actor }), ...(action && { action }) },
        ...{ ...(record && { record }), ...(without && { without }) },
      };
      const { entries, total } = await trail.list({ limit, offset }, filter);
      return { data: entries.map((entry) => showAuditEntry(entry, site.store)), meta: { total, limit, offset } };
    },
  }),
];
