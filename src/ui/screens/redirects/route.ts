import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { redirectsQuery } from './queries.ts';

interface RedirectsSearch {
  readonly search?: string;
  readonly open?: number | 'new' | 'import';
}

export const redirectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/redirects',
  validateSearch: ({ search, open }: Record<string, unknown>): RedirectsSearch => ({
    search: search === undefined || search === '' ? undefined : String(search),
    open: open === 'import' ? open : readOpen(open),
  }),
  loader: ({ context: { client } }) => client.ensureQueryData(redirectsQuery),
  component: lazyRouteComponent(() => import('./RedirectsScreen.tsx'), 'RedirectsScreen'),
});
