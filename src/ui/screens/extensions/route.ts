import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { extensionsQuery } from './queries.ts';

export const extensionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extensions',
  loader: ({ context: { client } }) => void client.prefetchQuery(extensionsQuery),
  component: lazyRouteComponent(() => import('./ExtensionsScreen.tsx'), 'ExtensionsScreen'),
});
