import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { type ActivityFilter, AREAS, activityChunkQuery } from './queries.ts';

const readActivitySearch = ({ action, actor }: Record<string, unknown>): ActivityFilter => ({
  action: AREAS.find((area) => area === action),
  actor: typeof actor === 'string' && actor !== '' ? actor : undefined,
});

export const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity',
  validateSearch: readActivitySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(activityChunkQuery(deps, 0)),
  component: lazyRouteComponent(() => import('./ActivityScreen.tsx'), 'ActivityScreen'),
});
