import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSection } from '../../i18n/i18n.ts';
import { shellRoute } from '../../router/root.ts';
import { mediaChunkQuery } from './queries.ts';
import { readMediaSearch } from './search.ts';

export const mediaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/media',
  validateSearch: readMediaSearch,
  loaderDeps: ({ search: { item: _, view: __, ...filter } }) => filter,
  async loader({ context: { client }, deps }) {
    void client.prefetchQuery(mediaChunkQuery(deps, 0));
    await addSection('media');
  },
  component: lazyRouteComponent(() => import('./MediaScreen.tsx'), 'MediaScreen'),
});
