import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { framesQuery } from '../../frames/queries.ts';
import { shellRoute } from '../../router/root.ts';

export const extensionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/x/$extension/$path',
  loader: ({ context: { client } }) => client.ensureQueryData(framesQuery),
  component: lazyRouteComponent(() => import('./ExtensionScreen.tsx'), 'ExtensionScreen'),
});
