import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSection } from '../../i18n/i18n.ts';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { taxonomiesQuery } from '../../wire/queries.ts';

export interface TaxonomiesSearch {
  /** The id of the vocabulary that is shown; the first unless given. */
  readonly vocabulary?: number;
  /** The id of the open term, or `new`. */
  readonly open?: number | 'new';
}

export const taxonomiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/taxonomies',
  validateSearch: ({ vocabulary, open }: Record<string, unknown>): TaxonomiesSearch => ({
    vocabulary: Number.isInteger(vocabulary) ? Number(vocabulary) : undefined,
    open: readOpen(open),
  }),
  loader: ({ context: { client } }) =>
    Promise.all([client.ensureQueryData(taxonomiesQuery), addSection('taxonomies'), addSection('tree')]),
  component: lazyRouteComponent(() => import('./TaxonomiesScreen.tsx'), 'TaxonomiesScreen'),
});
