import type { Actor } from '../../../model/access.ts';
import { PAGE_STATUSES, type PageEntry, page, TRANSLATED } from '../../../model/entities/page.ts';
import { invalidAt } from '../../../model/errors.ts';
import { hasTimeAhead } from '../../../model/page/isPublic.ts';
import { hasAddress } from '../../../model/page/pagePath.ts';
import { choice, flag, type Infer, namedSchema, object, text } from '../../../model/schema/schema.ts';
import { siteSettings } from '../../../model/siteSettings.ts';
import { toLocale } from '../../../model/text/locale.ts';
import { createPageOrder } from '../../../store/page/pageOrder.ts';
import { isInList, type PageFilter } from '../../../store/page/sortedPages.ts';
import { rankPages } from '../../../store/search/rankPages.ts';
import type { Rank } from '../../../store/search/rankTexts.ts';
import { isInState, PAGE_STATES, type PageState } from '../../../view/admin/pageState.ts';
import { showBranch } from '../../../view/admin/pageTree.ts';
import { findOtherTranslations, showAdminPageItem } from '../../../view/admin/showAdminPage.ts';
import { createPageTest } from '../../../view/filter.ts';
import { ADMIN_PAGE_ITEM, PAGE_BRANCH } from '../../../view/shapes/page.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { filterPages } from '../../filterPages.ts';
import { checkedConditions, conditionsQuery, readAdminWhere, readConditions } from '../../request/conditions.ts';
import { fieldSort, RELEVANCE, readPageSort, sortedField, toTermKey } from '../../request/pageQuery.ts';
import { paging } from '../../request/query.ts';
import { MAX_WHERE } from '../../request/where.ts';
import { answerWholeList, wholeListParameters } from '../../request/wholeList.ts';
import { listResult, pagedResult } from '../../result.ts';
import type { AdminPageDeps } from './pageDeps.ts';

const list = paging({ defaultLimit: 50, maxLimit: 100 });

const DEFAULT_SORT = 'updated_at:desc';

const locale = text({ maxLength: 35 });
const listQuery = object(
  {},
  {
    ...list.schema,
    type: text({ maxLength: 2000, description: 'A content type, or several with commas in between' }),
    status: choice(...PAGE_STATUSES),
    search: text({
      maxLength: 200,
      description: 'Words of the title, the slug or the text, in any order, without accents; beginnings of words count',
    }),
    slug: text({ maxLength: 1000, description: 'The whole slug' }),
    locale,
    term: text({ maxLength: 500 }),
    author: text({ maxLength: 200, description: 'The author, as in `createdBy`' }),
    waiting: { ...flag(), description: 'Whether the page is scheduled to be published or taken offline' },
    state: {
      ...namedSchema('PageState', choice(...PAGE_STATES)),
      description:
        'Every page is `live`, `offline` (archived, or it was live once) or a `draft`. It may also be `scheduled` (a time or a scheduled change lies ahead), `waiting` (live, with a draft that is newer) or `outdated` (a translation whose source has changed since)',
    },
    mine: { ...flag(), description: 'Whether you created the page, or began its draft' },
    sort: namedSchema('PageSort', fieldSort(DEFAULT_SORT)),
    where: text({ maxLength: MAX_WHERE, description: 'Conditions as for `/api/content/pages`, also on `status`' }),
  },
);

type PageListQuery = Infer<typeof listQuery>;
type PageTest = (page: PageEntry) => boolean;
/** How well the pages that a search finds match it. */
type Ranks = ReadonlyMap<number, Rank>;

const canonicalizeLocale = (given: string | undefined): string | undefined => given && (toLocale(given) ?? given);

const treeQuery = object(
  {},
  {
    ...wholeListParameters,
    locale,
    under: text({ maxLength: 1000, description: 'The address below which to list pages; by default the top level' }),
  },
);

/** Pages of all statuses and locales, as lists and as a tree of addresses. */
export const pageListEndpoints = (deps: AdminPageDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/pages',
    summary: 'List pages of any status and locale',
    access: page.access.read,
    result: pagedResult(ADMIN_PAGE_ITEM),
    query: { read: listQuery, unread: conditionsQuery },
    async handle({ query, search, actor }) {
      const { limit, offset } = list.read(query);
      if (offset === 0) deps.prepareSearch();
      const conditions = checkedConditions(readConditions(search), filterOf(query), deps.site.store);
      const where = readAdminWhere(search, readTypeSlugs(query), deps.site.store);
      const ranks = await findRanks(query, deps);
      const tests = [...where, ...(await findTests(query, { actor, ranks }, deps))];
      const sorted = await sortedPages(query, deps);
      const createTest = (): PageTest => {
        const all = conditions.length === 0 ? tests : [...tests, createPageTest(conditions, deps.site.store)];
        return (entry) => all.every((test) => test(entry));
      };
      // Without filters a list takes only as long as its part, not its site.
      const isWhole = tests.length + conditions.length === 0;
      const found = isWhole ? sorted : await filterPages(sorted, { createTest, isOver: () => false });
      const ordered = query.sort === RELEVANCE && ranks ? byRank(found, ranks) : found;
      const listed = ordered.slice(offset, offset + limit);
      const { lookup } = deps.view;
      await deps.translations.compare(listed.flatMap((entry) => [entry, ...findOtherTranslations(entry, lookup)]));
      const data = listed.map((entry) => showAdminPageItem(entry, deps.view));
      return {
        data: query.state === 'waiting' ? await withDrafts(data, listed, deps) : data,
        meta: { total: found.length, limit, offset },
      };
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
      const inLocale = canonicalizeLocale(query.locale) ?? siteSettings(deps.site.store).defaultLocale;
      return answerWholeList(
        showBranch(deps.site.lists.all({ locale: inLocale }, 'slug', 'asc'), query.under ?? ''),
        query,
      );
    },
  }),
];

const readTypeSlugs = ({ type = '' }: PageListQuery): readonly string[] => type.split(',').filter(Boolean);

function filterOf(query: PageListQuery): PageFilter {
  const { locale: given, term } = query;
  const [type, ...others] = readTypeSlugs(query);
  const inLocale = canonicalizeLocale(given);
  return {
    ...(type && others.length === 0 && { type }),
    ...(inLocale && { locale: inLocale }),
    ...(term && { term: toTermKey(term) }),
  };
}

async function findRanks({ search = '' }: PageListQuery, { site }: AdminPageDeps): Promise<Ranks | undefined> {
  return search.trim() === '' ? undefined : rankPages(search, { store: site.store, search: site.search() });
}

/** The best matches first, equally good ones in the order of the list. */
const byRank = (found: readonly PageEntry[], ranks: Ranks): readonly PageEntry[] =>
  found.toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0));

/** All pages of the kept lists that the query names, in its order. */
async function sortedPages(
  query: PageListQuery,
  { site: { lists, store } }: AdminPageDeps,
): Promise<readonly PageEntry[]> {
  const types = readTypeSlugs(query);
  const filter = filterOf(query);
  const field = sortedField(query.sort);
  const { sort, direction } = readPageSort(query.sort === RELEVANCE ? DEFAULT_SORT : query.sort);
  if (field === undefined) {
    if (types.length < 2 || types.every((type) => hasAddress({ type }, store)))
      return lists.all(filter, sort, direction);
    // Records without an address are only in the list of their type.
    const listed = types.flatMap((one) => lists.all({ ...filter, type: one }, sort, direction));
    return createPageOrder(sort, direction).sort(listed);
  }
  const { type } = filter;
  if (type === undefined) throw invalidAt(['sort'], 'needs a type to sort by one of its fields');
  const sorted = await lists.byField({ type, field, direction });
  if (!sorted) throw invalidAt(['sort'], `cannot be by "${field}", which is no field of this type that has an order`);
  return sorted.filter((entry) => isInList(entry, filter));
}

/** The tests for the filters that no kept list answers. */
async function findTests(
  query: PageListQuery,
  { actor, ranks }: { readonly actor: Actor; readonly ranks: Ranks | undefined },
  deps: AdminPageDeps,
): Promise<readonly PageTest[]> {
  const { status, slug, author, waiting, state, mine } = query;
  const types = readTypeSlugs(query);
  const { authorOf, draftAuthorOf } = deps.view;
  const now = deps.clock();
  const isMine: PageTest = (entry) => authorOf(entry.path) === actor.name || draftAuthorOf(entry) === actor.name;
  return [
    types.length < 2 ? [] : ((({ data }) => types.includes(data.type)) satisfies PageTest),
    status === undefined ? [] : ((({ data }) => data.status === status) satisfies PageTest),
    slug === undefined ? [] : ((({ data }) => data.slug === slug) satisfies PageTest),
    author === undefined ? [] : ((({ path }) => authorOf(path) === author) satisfies PageTest),
    waiting === undefined ? [] : ((({ data }) => hasTimeAhead(data, now) === waiting) satisfies PageTest),
    mine === undefined ? [] : (((entry) => isMine(entry) === mine) satisfies PageTest),
    state === undefined ? [] : await stateTest(state, now, deps),
    ranks === undefined ? [] : ((({ id }) => ranks.has(id)) satisfies PageTest),
  ].flat();
}

/** Who asks for pages with drafts wants to know of these. */
const withDrafts = (
  data: readonly object[],
  pages: readonly PageEntry[],
  { readDraft }: AdminPageDeps,
): Promise<readonly object[]> =>
  Promise.all(data.map(async (shown, index) => ({ ...shown, inDraft: await readDraft(pages[index]!) })));

async function stateTest(state: PageState, now: Date, deps: AdminPageDeps): Promise<PageTest> {
  const inScheduledChange = state === 'scheduled' ? await deps.findScheduledPages() : new Set<number>();
  const { hasDraft } = deps.view;
  const { translations } = deps;
  if (state === 'outdated') await translations.compare(deps.site.store.find('page', 'byTranslation', TRANSLATED));
  const scope = { now, inScheduledChange, hasDraft, translations };
  return (entry) => isInState(state, entry, scope);
}
