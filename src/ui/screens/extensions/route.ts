import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSection } from '../../i18n/i18n.ts';
import { shellRoute } from '../../router/root.ts';
import { extensionsQuery } from './queries.ts';

export const extensionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extensions',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(extensionsQuery);
    return Promise.all([addSection('extensions'), addSection('effects')]);
  },
  component: lazyRouteComponent(() => import('./ExtensionsScreen.tsx'), 'ExtensionsScreen'),
});
