import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';

const loadHome = async (client: QueryClient): Promise<unknown> => (await import('./loadHome.ts')).loadHome(client);

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: ({ context: { client } }) => loadHome(client),
  staticData: { fetchAhead: loadHome },
  component: lazyRouteComponent(() => import('./HomeScreen.tsx'), 'HomeScreen'),
});
