import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { pageQuery } from '../page/queries.ts';
import { versionsQuery } from './queries.ts';

const readHistoryParam = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

interface HistorySearch {
  /** The version that is shown; the newest unless given. */
  readonly version?: string | undefined;
  /** What it is compared with: `now`, or another version; the one before it unless given. */
  readonly with?: string | undefined;
  /** Shows only the versions that changed this value: `fields/body`. */
  readonly only?: string | undefined;
  /** Shows the whole page as it was, beside the present one, instead of the differences. */
  readonly whole?: true | undefined;
}

export const historyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/$id/history',
  validateSearch: (search: Record<string, unknown>): HistorySearch => ({
    version: readHistoryParam(search['version']),
    with: readHistoryParam(search['with']),
    only: readHistoryParam(search['only']),
    whole: search['whole'] === true || undefined,
  }),
  loader: ({ context: { client }, params }) => {
    void client.prefetchInfiniteQuery(versionsQuery(Number(params.id)));
    return client.ensureQueryData(pageQuery(Number(params.id)));
  },
  component: lazyRouteComponent(() => import('./HistoryScreen.tsx'), 'HistoryScreen'),
});
