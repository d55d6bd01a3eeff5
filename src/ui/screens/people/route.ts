import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { usersQuery } from './queries.ts';

export const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: ({ open }: Record<string, unknown>): { readonly open?: number | 'new' } => ({ open: readOpen(open) }),
  loader: ({ context: { client } }) => client.ensureQueryData(usersQuery),
  component: lazyRouteComponent(() => import('./PeopleScreen.tsx'), 'PeopleScreen'),
});
