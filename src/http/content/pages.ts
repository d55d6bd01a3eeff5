import type { Lookup } from '../../model/entry.ts';
import { invalidAt, notFound } from '../../model/errors.ts';
import { FORMATS } from '../../model/formats.ts';
import { toLocale } from '../../model/locale.ts';
import { object, text } from '../../model/schema.ts';
import { trimSlug } from '../../model/slug.ts';
import { showPage, showPageItem } from '../../view/page.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { pageSort, readPageSort } from '../pageSort.ts';
import { paging } from '../query.ts';
import { toTermKey } from '../termKey.ts';

export interface ContentPageDeps {
  readonly content: PublicContent;
  /** For what pages point at; never to look for pages. */
  readonly lookup: Lookup;
}

const list = paging({ defaultLimit: 50, maxLimit: 50 });
const locale = text({ maxLength: 35 });
const listQuery = object(
  {},
  {
    ...list.schema,
    type: text({ maxLength: 200 }),
    taxonomy: text({ maxLength: 500 }),
    locale,
    sort: pageSort('published_at:desc'),
  },
);

/** Published pages, for everybody (contract, "Content interface"). */
export function contentPageEndpoints({ content, lookup }: ContentPageDeps): Endpoint[] {
  const readLocale = (given: string | undefined): string => {
    if (given === undefined) return content.settings().defaultLocale;
    const read = toLocale(given);
    if (read === null) throw invalidAt(['locale'], `must be ${FORMATS['locale']?.expected}`);
    return read;
  };
  const untilNextChange = (): { maxAgeSeconds?: number } => {
    const maxAgeSeconds = content.secondsToNextChange();
    return maxAgeSeconds === undefined ? {} : { maxAgeSeconds };
  };

  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/content/pages',
      summary: 'List published pages',
      access: 'public',
      query: listQuery,
      handle({ query }) {
        const { limit, offset } = list.read(query);
        const { sort, direction } = readPageSort(query.sort);
        const filter = {
          locale: readLocale(query.locale),
          ...(query.type && { type: query.type }),
          ...(query.taxonomy && { term: toTermKey(query.taxonomy) }),
        };
        const found = content.pages(filter, sort, direction);
        const items = found.slice(offset, offset + limit).map((page) => showPageItem(page, lookup));
        return { data: items, meta: { total: found.length, limit, offset }, ...untilNextChange() };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/content/pages/:slug*',
      summary: 'Read a published page with its blocks',
      access: 'public',
      query: object({}, { locale }),
      handle({ params, query }) {
        const page = content.page(readLocale(query.locale), trimSlug(params.slug));
        if (!page) throw notFound('Page');
        return { data: showPage(page, content.translationsOf(page), lookup), ...untilNextChange() };
      },
    }),
  ];
}
