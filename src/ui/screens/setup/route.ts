import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../router/root.ts';
import { setupQuery } from '../../session/session.ts';

export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  async beforeLoad({ context: { client } }) {
    const needsSetup = await client.fetchQuery(setupQuery);
    if (!needsSetup) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./SetupScreen.tsx'), 'SetupScreen'),
});
