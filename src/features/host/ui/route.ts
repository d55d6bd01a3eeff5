import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { shellRoute } from '../../../ui/router/root.ts';
import { syncQuery } from './queries.ts';

export const syncRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sync',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(syncQuery);
    return addSection('host');
  },
  component: lazyRouteComponent(() => import('./SyncScreen.tsx'), 'SyncScreen'),
});
