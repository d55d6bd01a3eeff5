import { PAGE_STATUSES, type Page, page } from '../../../model/entities/page.ts';
import type { Entry } from '../../../model/entry.ts';
import { choice, flag, object, text } from '../../../model/schema/schema.ts';
import { settingsOf } from '../../../model/siteSettings.ts';
import { toLocale } from '../../../model/text/locale.ts';
import { PAGE_SORTS } from '../../../store/page/pageOrder.ts';
import type { PageFilter } from '../../../store/page/sortedPages.ts';
import { showBranch } from '../../../view/admin/pageTree.ts';
import { type AdminView, showAdminPageItem } from '../../../view/admin/showAdminPage.ts';
import { ADMIN_PAGE_ITEM, PAGE_BRANCH } from '../../../view/shapes/page.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { filterPages } from '../../filterPages.ts';
import { checkedConditions, conditionsQuery, readConditions } from '../../request/conditions.ts';
import { pageSort, readPageSort, toTermKey } from '../../request/pageQuery.ts';
import { paging } from '../../request/query.ts';
import { answerList, wholeListParameters } from '../../request/wholeList.ts';
import { listResult, pagedResult } from '../../result.ts';
import type { AdminPageDeps } from './pageDeps.ts';

const list = paging({ defaultLimit: 50, maxLimit: 100 });

const locale = text({ maxLength: 35 });
const listQuery = object(
  {},
  {
    ...list.schema,
    type: text({ maxLength: 200 }),
    status: choice(...PAGE_STATUSES),
    search: text({ maxLength: 200 }),
    slug: text({ maxLength: 1000, description: 'The whole slug' }),
    locale,
    term: text({ maxLength: 500 }),
    author: text({ maxLength: 200, description: 'The author, as in `createdBy`' }),
    waiting: { ...flag(), description: 'Whether the page is scheduled to be published or taken offline' },
    sort: pageSort(PAGE_SORTS, 'updated_at:desc'),
  },
);

interface Wanted {
  readonly status?: Page['status'];
  readonly search?: string;
  readonly slug?: string;
  readonly author?: string;
  readonly waiting?: boolean;
}

/** The test for the filters that no kept list answers; undefined without such filters. */
function testOf(
  { status, search = '', slug, author, waiting }: Wanted,
  { authorOf }: AdminView,
  now: string,
): ((page: Entry<Page>) => boolean) | undefined {
  const text = search.toLowerCase();
  const isWaiting = ({ data }: Entry<Page>): boolean =>
    [data.scheduledAt, data.unpublishAt].some((at) => at !== undefined && at > now);
  const tests = [
    status === undefined ? [] : ({ data }: Entry<Page>) => data.status === status,
    slug === undefined ? [] : ({ data }: Entry<Page>) => data.slug === slug,
    text === '' ? [] : (entry: Entry<Page>) => contains(entry, text),
    author === undefined ? [] : ({ path }: Entry<Page>) => authorOf(path) === author,
    waiting === undefined ? [] : (entry: Entry<Page>) => isWaiting(entry) === waiting,
  ].flat();
  return tests.length === 0 ? undefined : (entry) => tests.every((test) => test(entry));
}

/** Whether the title or slug contains the text, in upper or lower case. */
const contains = ({ data }: Entry<Page>, text: string): boolean =>
  data.title.toLowerCase().includes(text) || data.slug.toLowerCase().includes(text);

const readLocale = (given: string | undefined): string | undefined => given && (toLocale(given) ?? given);

const treeQuery = object(
  {},
  {
    ...wholeListParameters,
    locale,
    under: text({ maxLength: 1000, description: 'The address below which to list pages; by default the top level' }),
  },
);

/** Pages of all statuses and locales, as lists and as a tree of addresses. */
export const pageListEndpoints = ({ lookup, lists, view, clock }: AdminPageDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/pages',
    summary: 'List pages of any status and locale',
    access: page.access.read,
    result: pagedResult(ADMIN_PAGE_ITEM),
    query: listQuery,
    asks: conditionsQuery,
    async handle({ query, search }) {
      const { limit, offset } = list.read(query);
      const { sort, direction } = readPageSort(query.sort);
      const inLocale = readLocale(query.locale);
      const filter: PageFilter = {
        ...(query.type && { type: query.type }),
        ...(inLocale && { locale: inLocale }),
        ...(query.term && { term: toTermKey(query.term) }),
      };
      const conditions = checkedConditions(readConditions(search), filter, lookup);
      const test = testOf(query, view, clock().toISOString());
      // Without filters a list takes only as long as its part, not its site.
      const listed = lists.all(filter, sort, direction);
      const fitting = test ? listed.filter(test) : listed;
      const found =
        conditions.length === 0
          ? fitting
          : await filterPages(fitting, { conditions, content: lookup, isOver: () => false });
      const items = found.slice(offset, offset + limit).map((entry) => showAdminPageItem(entry, view));
      return { data: items, meta: { total: found.length, limit, offset } };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/page-tree',
    summary: 'List the next level of addresses below one: pages, and how many are below each',
    access: page.access.read,
    result: listResult(PAGE_BRANCH),
    query: treeQuery,
    handle({ query }) {
      const inLocale = readLocale(query.locale) ?? settingsOf(lookup).defaultLocale;
      return answerList(showBranch(lists.all({ locale: inLocale }, 'slug', 'asc'), query.under ?? ''), query);
    },
  }),
];
