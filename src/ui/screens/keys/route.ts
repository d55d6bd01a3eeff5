import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { keysQuery } from './queries.ts';

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: ({ open }: Record<string, unknown>): { readonly open?: number | 'new' } => ({ open: readOpen(open) }),
  loader: ({ context: { client } }) => client.ensureQueryData(keysQuery),
  component: lazyRouteComponent(() => import('./KeysScreen.tsx'), 'KeysScreen'),
});
