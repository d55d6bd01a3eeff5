import { runStepsInSlices } from '../../lib/turn/runSteps.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { findTermByKey, findTerms, slugsIn } from '../../model/page/term.ts';
import { anything, type Infer, integer, object, record, text } from '../../model/schema/schema.ts';
import { PUBLIC_SORTS } from '../../store/page/pageOrder.ts';
import type { PageFilter } from '../../store/page/sortedPages.ts';
import { showBacklinks } from '../../view/ask/backlinks.ts';
import { createPageTest, type FilterCondition } from '../../view/filter.ts';
import { fitNested, needsFitting } from '../../view/page/fitNested.ts';
import { type PageView, showPage, showPageItem } from '../../view/page/showPage.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { PAGE, PAGE_ITEM } from '../../view/shapes/page.ts';
import { arrayOf, orNull, stringShape } from '../../view/shapes/values.ts';
import { type Answer, addToMeta, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { filterPages } from '../filterPages.ts';
import { checkedConditions, conditionsQuery, readConditions } from '../request/conditions.ts';
import { pageSort, readPageSort, toTermKey } from '../request/pageQuery.ts';
import { createQueryReader, paging, type ListRange as Range } from '../request/query.ts';
import { dataResult, describeMeta, pagedResult } from '../result.ts';
import { askedBy, checkAsked, describeAsked, findStart, readAskedList } from './askedList.ts';
import { createFindAskedPages } from './askedPages.ts';
import { ids, pagesByIds, readIds } from './pagesByIds.ts';
import { getAskedPage, showAskedPage, viewOf } from './pageView.ts';
import { askContent, languageQuery, localeParameter, readContentLocale, shownBy, untilNextChange } from './query.ts';
import { type IsOver, readWhole, showInSlices, thenTurn, thenWith } from './readWhole.ts';
import type { ShowWritten } from './showWritten.ts';

const list = paging({ defaultLimit: 20, maxLimit: 50 });
const listed = {
  type: text({ maxLength: 200 }),
  taxonomy: text({ maxLength: 500, description: '`<vocabulary>:<term>`, or `<vocabulary>` for any of its terms' }),
  locale: localeParameter,
  ids,
};
/** What GraphQL's `pages` takes. */
const plainListQuery = object({}, { ...list.schema, ...listed, sort: pageSort(PUBLIC_SORTS, 'published_at:desc') });
const listQuery = object({}, { ...list.schema, ...shownBy, ...listed, ...askedBy });

const backlinks = text({
  maxLength: 200,
  description: '`true`, or a type: adds the pages that mention this one, at most 100',
});

const ASKED_META = {
  next: orNull(stringShape),
  facets: record(arrayOf(object({ value: anything(), count: integer({ minimum: 1 }) }))),
};

/** Public pages (contract, "Content interface"). */
export function contentPageEndpoints(content: PublicContent, showWritten: ShowWritten): Endpoint[] {
  const findAsked = createFindAskedPages(content);
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/content/pages',
      summary: 'List published pages',
      access: 'public',
      query: { read: listQuery, unread: conditionsQuery, check: (search) => checkAsked(search, content) },
      result: describeMeta(pagedResult(PAGE_ITEM), ASKED_META),
      handle({ query, search, opening }) {
        const { pages: list, conditions, limit, offset, ...request } = readFilteredList(query, search, content);
        const asked = readAskedList({ query, search, conditions, offset, ...request }, content);
        return readWhole(content, (isOver) => {
          const show = (pages: readonly Entry<Page>[], start: number) =>
            showWritten((time) => {
              const { content: shown } = askContent({ locale: query.locale }, content);
              const view = viewOf({ query, opening }, shown, time);
              return answerPageList(pages, { limit, offset: start, isOver, view, content });
            });
          if (!asked) {
            // Without conditions a list takes only as long as its part, not its site, except for the first one.
            const createTest = () => createPageTest(conditions, content);
            const found = conditions.length === 0 ? thenTurn(list) : filterPages(list(), { createTest, isOver });
            return thenWith(found, (pages) => show(pages, offset));
          }
          return findAsked({ ...asked, isOver }).then(async (found) => {
            const pages = withKnownTerms(found, asked.filter, content);
            const start = findStart(pages, asked, { limit, offset });
            const answer = await show(pages, start);
            return addToMeta(answer, await describeAsked(pages, start + limit, asked));
          });
        });
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/content/pages/:slug*',
      summary: 'Read a published page with its blocks',
      access: 'public',
      query: object({}, { ...languageQuery, ...shownBy, backlinks }),
      result: dataResult(PAGE),
      handle({ params, query, opening }) {
        const { backlinks: given = 'false' } = query;
        const type = given === 'true' ? undefined : given;
        const read = () =>
          readWhole(content, () =>
            showWritten((time) => {
              const asked = askContent(query, content);
              const page = getAskedPage(asked, params.slug);
              const view = viewOf({ query, opening }, asked.content, time);
              return thenWith(fitted([page], view), () => {
                const more = type === 'false' ? {} : { backlinks: showBacklinks(page, content, type) };
                return { data: { ...showAskedPage(page, view, content, asked), ...more }, ...untilNextChange(content) };
              });
            }),
          );
        return type === 'false' || !content.indexes ? read() : content.indexes.prepareReferences().then(read);
      },
    }),
  ];
}

const readListQuery = createQueryReader(plainListQuery);

interface PageListRequest extends Range {
  /** All pages at present, of which the range is asked for. */
  pages(): readonly Entry<Page>[];
}

/** The public pages that the parameters of a list ask for, ignoring conditions on fields. Throws VALIDATION. */
export const readPageList = (search: URLSearchParams, content: PublicContent): PageListRequest =>
  readFilteredList(readListQuery(search), search, content);

interface FilteredListRequest extends PageListRequest {
  /** Conditions that the pages must still meet. */
  readonly conditions: readonly FilterCondition[];
  readonly filter: PageFilter;
  readonly ids: ReadonlySet<number> | undefined;
}

function readFilteredList(
  query: Infer<typeof plainListQuery>,
  search: URLSearchParams,
  content: PublicContent,
): FilteredListRequest {
  const { sort, direction } = readPageSort(query.sort);
  const filter = {
    locale: readContentLocale(query.locale, content),
    ...(query.type && { type: query.type }),
    ...(query.taxonomy && { term: toTermKey(query.taxonomy) }),
  };
  const asked = readIds(query.ids, readConditions(search));
  const conditions = checkedConditions(asked.conditions, filter, content);
  const listed = (): readonly Entry<Page>[] =>
    asked.ids === undefined
      ? content.pages(filter, sort, direction)
      : pagesByIds(asked.ids, [filter, sort, direction], content);
  const pages = () => withKnownTerms(listed(), filter, content);
  return { pages, conditions, filter, ids: asked.ids, ...list.read(query) };
}

/** The pages that carry the term, or any term of the vocabulary, if the term exists: files may name others. */
export function withKnownTerms(
  pages: readonly Entry<Page>[],
  { term = '' }: PageFilter,
  content: PublicContent,
): readonly Entry<Page>[] {
  if (term === '') return pages;
  if (term.includes('/')) return findTermByKey(content, term) ? pages : [];
  const known = findTerms(content, term);
  return pages.filter(({ data }) => slugsIn(data, term).some((slug) => known.has(slug)));
}

interface PageListPart extends Range {
  readonly isOver: IsOver;
  readonly view: PageView;
  readonly content: PublicContent;
}

/** The answer with a part of a list of pages. */
export function answerPageList(
  pages: readonly Entry<Page>[],
  { limit, offset, isOver, view, content }: PageListPart,
): Answer | Promise<Answer> {
  const asked = pages.slice(offset, offset + limit);
  const shown = thenWith(fitted(asked, view), () => showInSlices(asked, (page) => showPageItem(page, view), isOver));
  const meta = { total: pages.length, limit, offset };
  return thenWith(shown, (data): Answer => ({ data, meta, ...untilNextChange(content) }));
}

/** Prepares what the pages show of others, in slices, if that is not done yet. */
const fitted = (pages: readonly Entry<Page>[], view: PageView): void | Promise<void> =>
  needsFitting(pages, view) ? runStepsInSlices(fitNested(pages, view)) : undefined;

/** The answer with one page. */
export const answerPage = (page: Entry<Page>, view: PageView, content: PublicContent): Answer => ({
  data: showPage(page, content.translationsOf(page), view),
  ...untilNextChange(content),
});
