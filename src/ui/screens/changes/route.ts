import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { changeQuery, changesQuery } from './queries.ts';

export const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/changes',
  loader: ({ context: { client } }) => void client.prefetchInfiniteQuery(changesQuery),
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
