import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { keyList, type RecordList, redirectList, scriptList, userList, webhookList } from './lists.ts';

/** The part of a screen's state that is kept in its address. */
export interface RecordSearch {
  readonly search?: string;
  readonly open?: number | 'new' | 'import';
}

const readRecordSearch = ({ search, open }: Record<string, unknown>): RecordSearch => ({
  search: search === undefined || search === '' ? undefined : String(search),
  open: open === 'import' ? open : readOpen(open),
});

/** The route of a screen that `defineRecordScreen` has made. */
const createRecordRoute = <const P extends string, R>(
  path: P,
  list: RecordList<R>,
  component: ReturnType<typeof lazyRouteComponent>,
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: readRecordSearch,
    loader: ({ context: { client } }) => client.ensureQueryData(list),
    component,
  });

export const redirectsRoute = createRecordRoute(
  '/redirects',
  redirectList,
  lazyRouteComponent(() => import('./redirect/RedirectsScreen.tsx'), 'RedirectsScreen'),
);
export const scriptsRoute = createRecordRoute(
  '/tracking-scripts',
  scriptList,
  lazyRouteComponent(() => import('./ScriptsScreen.tsx'), 'ScriptsScreen'),
);
export const keysRoute = createRecordRoute(
  '/keys',
  keyList,
  lazyRouteComponent(() => import('./KeysScreen.tsx'), 'KeysScreen'),
);
export const peopleRoute = createRecordRoute(
  '/people',
  userList,
  lazyRouteComponent(() => import('./people/PeopleScreen.tsx'), 'PeopleScreen'),
);
export const webhooksRoute = createRecordRoute(
  '/webhooks',
  webhookList,
  lazyRouteComponent(() => import('./webhook/WebhooksScreen.tsx'), 'WebhooksScreen'),
);
