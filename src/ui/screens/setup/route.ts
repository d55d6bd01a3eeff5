import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../router/root.ts';

export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./SetupScreen.tsx'), 'SetupScreen'),
});
