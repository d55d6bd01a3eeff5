import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSection } from '../../i18n/i18n.ts';
import { shellRoute } from '../../router/root.ts';
import { changeQuery, changesQuery, type ListedState } from './queries.ts';

/** Which changes are listed. */
export interface ChangesSearch {
  readonly state?: ListedState | undefined;
}

export const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/changes',
  // Its screen makes sense of it.
  validateSearch: (search): ChangesSearch => search,
  loaderDeps: ({ search }) => ({ state: search.state }),
  loader({ context: { client }, deps }) {
    void client.prefetchInfiniteQuery(changesQuery(deps.state));
    return addSection('changeList');
  },
  component: lazyRouteComponent(() => import('./ChangesScreen.tsx'), 'ChangesScreen'),
});

export const changeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/changes/$name',
  async loader({ context: { client }, params: { name } }) {
    void client.prefetchQuery(changeQuery(name));
    const { loadChangePanels } = await import('./ChangePanels.tsx');
    await loadChangePanels(client, name);
  },
  component: lazyRouteComponent(() => import('./ChangeScreen.tsx'), 'ChangeScreen'),
});
