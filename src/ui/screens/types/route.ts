import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSection } from '../../i18n/i18n.ts';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { blockTypesQuery, contentTypesQuery } from '../../wire/queries.ts';

export interface TypesSearch {
  /** `blocks` shows the types of blocks; those of pages unless given. */
  readonly of?: 'blocks';
  readonly open?: number | 'new';
}

export const typesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/types',
  validateSearch: ({ of, open }: Record<string, unknown>): TypesSearch => ({
    of: of === 'blocks' ? of : undefined,
    open: readOpen(open),
  }),
  loader: ({ context: { client } }) =>
    Promise.all([
      client.ensureQueryData(contentTypesQuery),
      client.ensureQueryData(blockTypesQuery),
      addSection('types'),
      addSection('tree'),
    ]),
  component: lazyRouteComponent(() => import('./TypesScreen.tsx'), 'TypesScreen'),
});
