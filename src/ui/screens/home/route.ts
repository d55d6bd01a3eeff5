import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { problemsQuery, publishedQuery } from './queries.ts';

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader({ context: { client } }) {
    void client.prefetchQuery(publishedQuery);
    void client.prefetchQuery(problemsQuery);
  },
  component: lazyRouteComponent(() => import('./HomeScreen.tsx'), 'HomeScreen'),
});
