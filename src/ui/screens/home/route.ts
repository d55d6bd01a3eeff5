import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fetchOnce, shellRoute } from '../../router/root.ts';
import {
  draftsQuery,
  openChangesQuery,
  problemsQuery,
  publishedQuery,
  timedPagesQuery,
  unpublishedQuery,
  workQuery,
} from './queries.ts';

const [MINE, OTHERS] = [{ isMine: true }, { isMine: false }];

/** What is above something else is loaded first, so that nothing moves once the screen is shown. */
function loadHome(client: QueryClient): Promise<unknown> {
  // May take long on a large site, and is above one section only.
  void client.prefetchQuery(problemsQuery);
  return Promise.all([
    fetchOnce(client, unpublishedQuery(MINE)),
    fetchOnce(client, draftsQuery(MINE)),
    fetchOnce(client, workQuery),
    fetchOnce(client, unpublishedQuery(OTHERS)),
    fetchOnce(client, draftsQuery(OTHERS)),
    fetchOnce(client, openChangesQuery),
    fetchOnce(client, timedPagesQuery),
    fetchOnce(client, publishedQuery),
  ]);
}

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: ({ context: { client } }) => loadHome(client),
  staticData: { fetchAhead: loadHome },
  component: lazyRouteComponent(() => import('./HomeScreen.tsx'), 'HomeScreen'),
});
