import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { settingsQuery } from '../../wire/queries.ts';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  loader: ({ context: { client } }) => client.ensureQueryData(settingsQuery),
  component: lazyRouteComponent(() => import('./SettingsScreen.tsx'), 'SettingsScreen'),
});
