import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { type BlocksSearch, blockChunkQuery } from './queries.ts';

const readBlockSearchText = (value: unknown): string | undefined =>
  value === undefined || value === '' || typeof value === 'object' ? undefined : String(value);

export const blocksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/blocks',
  validateSearch: ({ search, type, open }: Record<string, unknown>): BlocksSearch => ({
    search: readBlockSearchText(search),
    type: readBlockSearchText(type),
    open: readOpen(open),
  }),
  loaderDeps: ({ search: { open: _, ...filter } }) => filter,
  loader: ({ context: { client }, deps }) => void client.prefetchQuery(blockChunkQuery(deps, 0)),
  component: lazyRouteComponent(() => import('./BlocksScreen.tsx'), 'BlocksScreen'),
});
