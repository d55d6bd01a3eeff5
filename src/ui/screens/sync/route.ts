import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { syncQuery } from './queries.ts';

export const syncRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sync',
  loader: ({ context: { client } }) => void client.prefetchQuery(syncQuery),
  component: lazyRouteComponent(() => import('./SyncScreen.tsx'), 'SyncScreen'),
});
