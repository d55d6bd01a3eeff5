import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { webhooksQuery } from './queries.ts';

export const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: ({ open }: Record<string, unknown>): { readonly open?: number | 'new' } => ({ open: readOpen(open) }),
  loader: ({ context: { client } }) => client.ensureQueryData(webhooksQuery),
  component: lazyRouteComponent(() => import('./WebhooksScreen.tsx'), 'WebhooksScreen'),
});
