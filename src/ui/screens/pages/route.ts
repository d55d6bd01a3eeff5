import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { pageChunkQuery } from './queries.ts';

/** What the list shows, as the address says it: whoever opens the address sees the same. */
export interface PageListSearch {
  readonly type?: string;
  readonly status?: 'draft' | 'published' | 'archived';
  readonly locale?: string;
  /** `vocabulary:term` */
  readonly term?: string;
  readonly search?: string;
  /** `updated_at:desc` */
  readonly sort?: string;
  /** Names of columns. */
  readonly columns?: readonly string[];
}

const STATUSES: readonly unknown[] = ['draft', 'published', 'archived'];

/** Passes over what no list knows. */
function readSearch({ status, columns, ...given }: Record<string, unknown>): PageListSearch {
  const texts = ['type', 'locale', 'term', 'search', 'sort'].flatMap((name) => {
    const value = given[name];
    // A search for digits is read as a number.
    return value === undefined || value === '' || typeof value === 'object' ? [] : [[name, String(value)] as const];
  });
  return {
    ...Object.fromEntries(texts),
    ...(STATUSES.includes(status) && { status: status as PageListSearch['status'] }),
    ...(Array.isArray(columns) && { columns: columns.map(String) }),
  };
}

export const pagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages',
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(pageChunkQuery(deps, 0)),
  component: lazyRouteComponent(() => import('./PageListScreen.tsx'), 'PageListScreen'),
});
