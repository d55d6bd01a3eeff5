import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { DEFAULT_PAGE_SORT, type PageState } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { CHUNK } from '../../wire/queries.ts';
import type { Data } from '../../wire/sendRequest.ts';
import type { FieldFilter } from './filter/fieldTests.ts';

/** The state of the list, as in its address: whoever opens the address sees the same. */
export interface PageListSearch {
  readonly type?: string;
  readonly state?: PageState;
  /** Only what the user has created, or has a draft of. */
  readonly mine?: true;
  readonly locale?: string;
  /** `vocabulary:term` */
  readonly term?: string;
  readonly search?: string;
  /** `updated_at:desc` */
  readonly sort?: string;
  /** Conditions on the fields of the type. */
  readonly filter?: FieldFilter;
  /** `tree` shows the pages by their addresses. */
  readonly view?: 'tree';
  /** The ids of the columns. */
  readonly columns?: readonly string[];
}

/** A page in a list. */
export type PageRow = Data<'GET /api/admin/pages'>[number];
export type PageListAction = 'publish' | 'unpublish' | 'archive' | 'delete';

/** The server's limit for the pages of one bulk action. */
export const MOST_AT_ONCE = 1000;

/** How the pages are sorted: by choice, or, while one searches, those first that are called as in the search. */
export const sortOf = ({ sort, search }: PageListSearch): string =>
  sort ?? (search === undefined ? DEFAULT_PAGE_SORT : 'relevance');

const listQuery = ({ columns: _, view: __, ...filter }: PageListSearch) => ({ ...filter, sort: sortOf(filter) });

/** One chunk of the list of pages. */
export function pageChunkQuery(search: PageListSearch, chunk: number) {
  const query = listQuery(search);
  return queryOptions({
    queryKey: createQueryKey('page', 'list', query, chunk),
    queryFn: ({ signal }) =>
      ask('GET /api/admin/pages', { query: { ...query, limit: CHUNK, offset: chunk * CHUNK }, signal }),
  });
}

/** The ids of the pages in the list, up to the limit of one bulk action. */
export async function findIds(search: PageListSearch): Promise<readonly number[]> {
  // If the list changes in the meantime, a page may come up twice.
  const ids = new Set<number>();
  for (let [offset, total] = [0, 1]; offset < Math.min(total, MOST_AT_ONCE); offset += CHUNK) {
    const query = { ...listQuery(search), limit: CHUNK, offset };
    const { data, meta } = await ask('GET /api/admin/pages', { query });
    for (const { id } of data) ids.add(id);
    total = meta.total;
  }
  return [...ids];
}

/** Performs one action on many pages. */
export function useBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly ids: readonly number[]; readonly action: PageListAction }) =>
      ask('POST /api/admin/pages/bulk', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('page') }),
  });
}
