import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { scriptsQuery } from './queries.ts';

export const scriptsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tracking-scripts',
  validateSearch: ({ open }: Record<string, unknown>): { readonly open?: number | 'new' } => ({ open: readOpen(open) }),
  loader: ({ context: { client } }) => client.ensureQueryData(scriptsQuery),
  component: lazyRouteComponent(() => import('./ScriptsScreen.tsx'), 'ScriptsScreen'),
});
