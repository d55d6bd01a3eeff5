import { runStepsInSlices } from '../../lib/turn/runSteps.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import type { DocumentFormat } from '../../model/page/pageShape.ts';
import { findTermByKey, findTerms, slugsIn } from '../../model/page/term.ts';
import { type Infer, object, text } from '../../model/schema/schema.ts';
import { trimSlug } from '../../model/text/slug.ts';
import { PUBLIC_SORTS } from '../../store/page/pageOrder.ts';
import type { PageFilter } from '../../store/page/sortedPages.ts';
import { createPageTest, type FilterCondition } from '../../view/filter.ts';
import { findLinked } from '../../view/inLanguages.ts';
import { shapedView } from '../../view/page/expand.ts';
import { fitNested, needsFitting } from '../../view/page/fitNested.ts';
import type { WritingTime } from '../../view/page/richText.ts';
import { type PageView, showPage, showPageItem } from '../../view/page/showPage.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { PAGE, PAGE_ITEM } from '../../view/shapes/page.ts';
import { type Answer, type Call, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { filterPages } from '../filterPages.ts';
import { checkedConditions, checkedFields, conditionsQuery, readConditions } from '../request/conditions.ts';
import { pageSort, readPageSort, toTermKey } from '../request/pageQuery.ts';
import { createQueryReader, paging, type ListRange as Range } from '../request/query.ts';
import { dataResult, pagedResult } from '../result.ts';
import { ids, pagesByIds, readIds } from './pagesByIds.ts';
import {
  type AskedContent,
  askContent,
  languageQuery,
  localeParameter,
  readContentLocale,
  readExpand,
  shownBy,
  untilNextChange,
} from './query.ts';
import { type IsOver, readWhole, showInSlices, thenTurn, thenWith } from './readWhole.ts';
import type { ShowWritten } from './showWritten.ts';

const list = paging({ defaultLimit: 20, maxLimit: 50 });
const listQuery = object(
  {},
  {
    ...list.schema,
    ...shownBy,
    type: text({ maxLength: 200 }),
    taxonomy: text({ maxLength: 500, description: '`<vocabulary>:<term>`, or `<vocabulary>` for any of its terms' }),
    locale: localeParameter,
    ids,
    sort: pageSort(PUBLIC_SORTS, 'published_at:desc'),
  },
);

/** Public pages (contract, "Content interface"). */
export const contentPageEndpoints = (content: PublicContent, showWritten: ShowWritten): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/content/pages',
    summary: 'List published pages',
    access: 'public',
    query: { read: listQuery, unread: conditionsQuery },
    result: pagedResult(PAGE_ITEM),
    handle({ query, search, opening }) {
      const { pages: list, conditions, limit, offset } = readFilteredList(query, search, content);
      return readWhole(content, (isOver) => {
        const { content: shown } = askContent({ locale: query.locale }, content);
        // Without conditions a list takes only as long as its part, not its site, except for the first one.
        const createTest = () => createPageTest(conditions, content);
        const found = conditions.length === 0 ? thenTurn(list) : filterPages(list(), { createTest, isOver });
        return thenWith(found, (pages) =>
          showWritten((time) =>
            answerPageList(pages, {
              limit,
              offset,
              isOver,
              view: viewOf({ query, opening }, shown, time),
              content,
            }),
          ),
        );
      });
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/content/pages/:slug*',
    summary: 'Read a published page with its blocks',
    access: 'public',
    query: object({}, { ...languageQuery, ...shownBy }),
    result: dataResult(PAGE),
    handle({ params, query, opening }) {
      return readWhole(content, () =>
        showWritten((time) => {
          const asked = askContent(query, content);
          const page = getAskedPage(asked, params.slug);
          const view = viewOf({ query, opening }, asked.content, time);
          return thenWith(fitted([page], view), () => ({
            data: showAskedPage(page, view, content, asked),
            ...untilNextChange(content),
          }));
        }),
      );
    },
  }),
];

const readListQuery = createQueryReader(listQuery);

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
}

function readFilteredList(
  query: Infer<typeof listQuery>,
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
  return { pages, conditions, ...list.read(query) };
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

/** A page; with the language that was asked for, if another may stand in. */
export function showAskedPage(
  page: Entry<Page>,
  view: PageView,
  content: PublicContent,
  { requested }: Pick<AskedContent, 'requested'>,
): object {
  const shown = showPage(page, content.translationsOf(page), view);
  return requested === undefined ? shown : Object.assign(shown, { requestedLocale: requested });
}

/** A page in the first of the languages that has it. A slug of another language leads to the page that is asked for. */
export function findAskedPage({ content, locales, requested }: AskedContent, slug: string): Entry<Page> | undefined {
  if (requested === undefined) return content.page(locales[0] ?? content.settings().defaultLocale, slug);
  for (const locale of locales) {
    const page = content.page(locale, slug);
    if (page) return findLinked(page, locales, content);
  }
  return undefined;
}

/** Throws the same NOT_FOUND for a hidden page and for a missing one. */
export function getAskedPage(asked: AskedContent, slug: string): Entry<Page> {
  const page = findAskedPage(asked, trimSlug(slug));
  if (!page) throw notFound('Page');
  return page;
}

/** Throws the same NOT_FOUND for a hidden page and for a missing one. */
export function getPage(content: PublicContent, inLocale: string, slug: string): Entry<Page> {
  const page = content.page(inLocale, trimSlug(slug));
  if (!page) throw notFound('Page');
  return page;
}

interface PageViewCall extends Pick<Call, 'opening'> {
  readonly query: {
    readonly fields?: string;
    readonly expand?: string;
    readonly richtext?: DocumentFormat;
    readonly type?: string;
  };
}

/** The view of pages that a call asks for. Throws VALIDATION for fields that none of these pages has. */
export function viewOf({ query, opening }: PageViewCall, lookup: Lookup, time: WritingTime): PageView {
  const { fields, expand, richtext = 'json', type } = query;
  return shapedView(
    { expand: readExpand(expand), richText: richtext, time, opening },
    { lookup, ...(fields !== undefined && { only: checkedFields(fields, type || undefined, lookup) }) },
  );
}
