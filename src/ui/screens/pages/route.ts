import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { readFilter } from './filter/fieldTests.ts';
import { type PageListSearch, pageChunkQuery } from './queries.ts';

const STATUSES: readonly unknown[] = ['draft', 'published', 'archived'];

/** Reads the address and ignores what it does not know. */
function readSearch({ status, columns, filter, view, ...given }: Record<string, unknown>): PageListSearch {
  const texts = ['type', 'locale', 'term', 'search', 'sort'].flatMap((name) => {
    const value = given[name];
    // The router reads a search for digits as a number.
    return value === undefined || value === '' || typeof value === 'object' ? [] : [[name, String(value)] as const];
  });
  return {
    ...Object.fromEntries(texts),
    ...(STATUSES.includes(status) && { status: status as PageListSearch['status'] }),
    ...(readFilter(filter) && { filter: readFilter(filter) }),
    ...(view === 'tree' && { view }),
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
