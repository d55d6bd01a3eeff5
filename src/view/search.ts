import type { Page } from '../model/entities/page.ts';
import type { Entry } from '../model/entry.ts';
import { hasAddress } from '../model/page/pagePath.ts';
import { descriptionOf } from '../model/page/pageText.ts';
import type { SearchIndex } from '../store/search/searchIndex.ts';
import { showPageTimes } from './page/showPage.ts';
import type { PublicContent } from './publicContent.ts';

export interface SearchRequest {
  readonly query: string;
  readonly type?: string | undefined;
  readonly locale?: string | undefined;
  readonly limit: number;
}

/** The visible pages that match the query, best first; `total` counts all of them. */
export function showSearch(
  { query, type, locale, limit }: SearchRequest,
  index: Pick<SearchIndex, 'find'>,
  content: PublicContent,
): { data: readonly object[]; meta: object } {
  const admits = (id: number): boolean => {
    const data = content.get('page', id)?.data;
    if (data === undefined) return false;
    if (!hasAddress(data, content)) return false;
    return (type === undefined || data.type === type) && (locale === undefined || data.locale === locale);
  };
  const { ids, total } = index.find(query, { admits, limit });
  const pages = ids.flatMap((id) => content.get('page', id) ?? []);
  return { data: pages.map((page) => showFound(page, content)), meta: { total, query } };
}

/** A page as a search result. */
export const showFound = (page: Entry<Page>, content: PublicContent): object => ({
  id: page.id,
  type: page.data.type,
  title: page.data.title,
  slug: page.data.slug,
  locale: page.data.locale,
  description: descriptionOf(page.data, content),
  meta: showPageTimes(page),
});
