import { compareNames, compareText } from '../../lib/text/compareText.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import { createKeyCompare, type Direction, type KeyedPage } from '../../model/page/keyOrder.ts';

/** The sort keys of pages, as the API names them. Public pages all have the same status. */
export const PUBLIC_SORTS = ['published_at', 'created_at', 'updated_at', 'title', 'slug'] as const;
export const PAGE_SORTS = [...PUBLIC_SORTS, 'status'] as const;
export type PageSort = (typeof PAGE_SORTS)[number];

/** When a page was first published; for a published page without that time, when it was created. */
export const publishedAtOf = ({ data, createdAt }: PageEntry): string | undefined =>
  data.publishedAt ?? (data.status === 'published' ? createdAt : undefined);

type Compare = (a: PageEntry, b: PageEntry) => number;

/** The values that pages are sorted by. */
const KEYS: Readonly<Record<PageSort, (page: PageEntry) => string | undefined>> = {
  updated_at: ({ updatedAt }) => updatedAt,
  created_at: ({ createdAt }) => createdAt,
  published_at: publishedAtOf,
  title: ({ data }) => data.title,
  slug: ({ data }) => data.slug,
  status: ({ data }) => data.status,
};

/** The order of a list. */
export interface PageOrder {
  readonly compare: Compare;
  sort(pages: Iterable<PageEntry>): readonly PageEntry[];
}

export function createPageOrder(sort: PageSort, direction: Direction): PageOrder {
  const keyOf = KEYS[sort];
  const toKeyed = (page: PageEntry): KeyedPage<string, PageEntry> => ({ page, key: keyOf(page) });
  const compare = createKeyCompare(sort === 'title' ? compareNames : compareText, direction);
  return {
    compare: (a, b) => compare(toKeyed(a), toKeyed(b)),
    sort: (pages) =>
      Array.from(pages, toKeyed)
        .sort(compare)
        .map(({ page }) => page),
  };
}
