import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { PAGE_STATES, type PageState } from '../../wire/interface.ts';
import { readFilter } from './filter/fieldTests.ts';
import { type PageListSearch, pageChunkQuery } from './queries.ts';

/** How addresses named the states before the server knew them. */
const STATUSES: Readonly<Record<string, PageState>> = { draft: 'draft', published: 'live', archived: 'offline' };

const readPageState = (given: unknown): PageState | undefined =>
  PAGE_STATES.find((state) => state === given) ?? STATUSES[String(given)];

/** Reads the address and ignores what it does not know. */
function readPageListSearch({
  state,
  status,
  mine,
  columns,
  filter,
  view,
  ...given
}: Record<string, unknown>): PageListSearch {
  const texts = ['type', 'locale', 'term', 'search', 'sort'].flatMap((name) => {
    const value = given[name];
    // The router reads a search for digits as a number.
    return value === undefined || value === '' || typeof value === 'object' ? [] : [[name, String(value)] as const];
  });
  return {
    ...Object.fromEntries(texts),
    ...(readPageState(state ?? status) && { state: readPageState(state ?? status) }),
    ...(mine === true && { mine }),
    ...(readFilter(filter) && { filter: readFilter(filter) }),
    ...(view === 'tree' && { view }),
    ...(Array.isArray(columns) && { columns: columns.map(String) }),
  };
}

export const pagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages',
  validateSearch: readPageListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(pageChunkQuery(deps, 0)),
  component: lazyRouteComponent(() => import('./PageListScreen.tsx'), 'PageListScreen'),
});
