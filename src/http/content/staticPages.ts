import { flattenTerms } from '../../model/entities/taxonomy.ts';
import { notFound } from '../../model/errors.ts';
import { findTermByKey } from '../../model/page/term.ts';
import type { PageFilter } from '../../store/page/sortedPages.ts';
import { PER_FILE, staticLocales } from '../../view/lists.ts';
import { shapedView } from '../../view/page/expand.ts';
import type { TextOpening, WritingTime } from '../../view/page/richText.ts';
import type { PageView } from '../../view/page/showPage.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { showFound } from '../../view/search.ts';
import { PAGE, PAGE_ITEM } from '../../view/shapes/page.ts';
import { FOUND } from '../../view/shapes/search.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { dataResult, listResult, pagedResult } from '../result.ts';
import { answerPage, answerPageList } from './pages.ts';
import { getPage } from './pageView.ts';
import { askContent, untilNextChange } from './query.ts';
import { readWhole, showInSlices, thenWith } from './readWhole.ts';
import type { ShowWritten } from './showWritten.ts';

/** Pages and lists at their addresses on the static site, shown as the settings say for it. */
export function staticPageEndpoints(content: PublicContent, showWritten: ShowWritten): Endpoint[] {
  const viewIn = (locale: string, time: WritingTime, opening: TextOpening | undefined): PageView => {
    const { expand, richtext } = content.settings().static;
    const { content: lookup } = askContent({ locale }, content);
    return shapedView({ expand, richText: richtext, time, opening }, { lookup });
  };

  const answerPart = (
    filter: PageFilter & { readonly locale: string },
    part: string,
    opening: TextOpening | undefined,
  ): Answer | Promise<Answer> =>
    readWhole(content, (isOver) => {
      const pages = content.pages(filter, 'published_at', 'desc');
      const offset = readPartOffset(part);
      // An empty list has one empty part, in each locale that the site has.
      const isThere = pages.length > 0 ? offset < pages.length : offset === 0 && isInUse(filter.locale, content);
      if (!isThere) throw notFound('Part of the list');
      return showWritten((time) =>
        answerPageList(pages, { limit: PER_FILE, offset, isOver, view: viewIn(filter.locale, time, opening), content }),
      );
    });

  /** Every part of a list in every locale. */
  function* partsOf(filter: PageFilter): Generator<{ readonly locale: string; readonly n: string }> {
    for (const locale of staticLocales(content)) {
      const { length } = content.pages({ ...filter, locale }, 'published_at', 'desc');
      for (let n = 1; n === 1 || (n - 1) * PER_FILE < length; n += 1) yield { locale, n: String(n) };
    }
  }

  const page = defineEndpoint({
    method: 'GET',
    path: '/api/content/pages/:locale/:slug*.json',
    summary: 'Read a published page with its blocks: a file of the static site',
    access: 'public',
    result: dataResult(PAGE),
    handle: ({ params: { locale, slug }, opening }) =>
      showWritten((time) => answerPage(getPage(content, locale, slug), viewIn(locale, time, opening), content)),
    exports: () => content.pages({}, 'slug', 'asc').map(({ data: { slug, locale } }) => ({ locale, slug })),
  });
  const all = defineEndpoint({
    method: 'GET',
    path: '/api/content/lists/:locale/all/:n.json',
    summary: 'List published pages, fifty at a time from 1: a file of the static site',
    access: 'public',
    result: pagedResult(PAGE_ITEM),
    handle: ({ params: { locale, n }, opening }) => answerPart({ locale }, n, opening),
    exports: () => partsOf({}),
  });
  const ofType = defineEndpoint({
    method: 'GET',
    path: '/api/content/lists/:locale/type/:type/:n.json',
    summary: 'List the published pages of a type, fifty at a time from 1: a file of the static site',
    access: 'public',
    result: pagedResult(PAGE_ITEM),
    handle({ params: { locale, type, n }, opening }) {
      if (!content.byKey('contentType', type)) throw notFound('Content type');
      return answerPart({ locale, type }, n, opening);
    },
    *exports() {
      for (const { key: type } of content.all('contentType'))
        for (const part of partsOf({ type })) yield { ...part, type };
    },
  });
  const ofTerm = defineEndpoint({
    method: 'GET',
    path: '/api/content/lists/:locale/term/:vocabulary/:term/:n.json',
    summary: 'List the published pages that carry a term, fifty at a time from 1: a file of the static site',
    access: 'public',
    result: pagedResult(PAGE_ITEM),
    handle({ params: { locale, vocabulary, term, n }, opening }) {
      if (!findTermByKey(content, `${vocabulary}/${term}`)) throw notFound('Term');
      return answerPart({ locale, term: `${vocabulary}/${term}` }, n, opening);
    },
    *exports() {
      for (const { key: vocabulary, data } of content.all('taxonomy'))
        for (const { slug: term } of flattenTerms(data.terms))
          for (const part of partsOf({ term: `${vocabulary}/${term}` })) yield { ...part, vocabulary, term };
    },
  });
  const searched = defineEndpoint({
    method: 'GET',
    path: '/api/content/search/:locale.json',
    summary:
      'List all published pages in the shape of search results, for front ends that search an export: a file of the static site',
    access: 'public',
    result: listResult(FOUND),
    handle: ({ params: { locale } }) =>
      readWhole(content, (isOver) => {
        const pages = content.pages({ locale }, 'slug', 'asc');
        if (pages.length === 0 && !isInUse(locale, content)) throw notFound('Locale');
        const shown = showInSlices(pages, (one) => showFound(one, content), isOver);
        const meta = { total: pages.length };
        return thenWith(shown, (data): Answer => ({ data, meta, ...untilNextChange(content) }));
      }),
    exports: () => Array.from(staticLocales(content), (locale) => ({ locale })),
  });
  return [page, all, ofType, ofTerm, searched];
}

/** The offset where a part begins; Infinity if the number is invalid. */
const readPartOffset = (part: string): number =>
  /^[1-9][0-9]{0,8}$/.test(part) ? (Number(part) - 1) * PER_FILE : Number.POSITIVE_INFINITY;

/** Whether a locale is one of `staticLocales`, without looking at every page. */
function isInUse(locale: string, content: PublicContent): boolean {
  const { defaultLocale, supportedLocales } = content.settings();
  return [defaultLocale, ...supportedLocales].includes(locale) || content.pages({ locale }, 'slug', 'asc').length > 0;
}
