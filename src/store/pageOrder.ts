import { compareText } from '../lib/compareText.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry } from '../model/entry.ts';

type PageEntry = Entry<Page>;

/** What pages can be sorted by, as the interface names it. */
export const PAGE_SORTS = ['updated_at', 'created_at', 'published_at', 'title', 'slug', 'status'] as const;
export type PageSort = (typeof PAGE_SORTS)[number];
export type Direction = 'asc' | 'desc';

/** When a page was first published: a published page without the time counts its creation. */
export const publishedAtOf = ({ data, createdAt }: PageEntry): string | undefined =>
  data.publishedAt ?? (data.status === 'published' ? createdAt : undefined);

type Compare = (a: PageEntry, b: PageEntry) => number;

/** Orders titles as people do: case and accents count last. */
const byTitle = new Intl.Collator('en', { numeric: true });

const ASCENDING: Readonly<Record<PageSort, Compare>> = {
  updated_at: (a, b) => compareText(a.updatedAt, b.updatedAt),
  created_at: (a, b) => compareText(a.createdAt, b.createdAt),
  published_at: (a, b) => compareText(publishedAtOf(a) ?? '', publishedAtOf(b) ?? ''),
  title: (a, b) => byTitle.compare(a.data.title, b.data.title),
  slug: (a, b) => compareText(a.data.slug, b.data.slug),
  status: (a, b) => compareText(a.data.status, b.data.status),
};

/** Pages that were never published stand last in either direction. */
const unpublishedLast: Compare = (a, b) =>
  Number(publishedAtOf(a) === undefined) - Number(publishedAtOf(b) === undefined);

/** The order of a list; ties by ascending id. */
export function comparePages(sort: PageSort, direction: Direction): Compare {
  const ascending = ASCENDING[sort];
  const sign = direction === 'asc' ? 1 : -1;
  const last: Compare = sort === 'published_at' ? unpublishedLast : () => 0;
  return (a, b) => last(a, b) || sign * ascending(a, b) || a.id - b.id;
}
