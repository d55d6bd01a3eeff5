import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSection } from '../../i18n/i18n.ts';
import type { LateSection } from '../../i18n/messages.ts';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { keyList, type RecordList, type RecordSearch, userList } from './lists.ts';
import { roleList } from './roles/roleList.ts';

const readRecordSearch = ({ search, open }: Record<string, unknown>): RecordSearch => ({
  search: search === undefined || search === '' ? undefined : String(search),
  open: open === 'import' ? open : readOpen(open),
});

/**
 * The route of a screen that `defineRecordScreen` has made.
 *
 * @param sections the words that come with it
 */
export const createRecordRoute = <const P extends string, R>(
  path: P,
  list: RecordList<R>,
  component: ReturnType<typeof lazyRouteComponent>,
  ...sections: readonly LateSection[]
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: readRecordSearch,
    loader: ({ context: { client } }) =>
      Promise.all([client.ensureQueryData(list), ...sections.map((section) => addSection(section))]),
    component,
  });

export const keysRoute = createRecordRoute(
  '/keys',
  keyList,
  lazyRouteComponent(() => import('./KeysScreen.tsx'), 'KeysScreen'),
  'keys',
  'people',
  'roles',
);
export const peopleRoute = createRecordRoute(
  '/people',
  userList,
  lazyRouteComponent(() => import('./people/PeopleScreen.tsx'), 'PeopleScreen'),
  'people',
  'account',
  'roles',
  'signIn',
);
export const rolesRoute = createRecordRoute(
  '/roles',
  roleList,
  lazyRouteComponent(() => import('./roles/RolesScreen.tsx'), 'RolesScreen'),
  'people',
  'roles',
  'signIn',
);
