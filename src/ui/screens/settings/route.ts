import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSection } from '../../i18n/i18n.ts';
import { shellRoute } from '../../router/root.ts';
import { settingsQuery } from '../../wire/queries.ts';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  loader: ({ context: { client } }) => Promise.all([client.ensureQueryData(settingsQuery), addSection('settings')]),
  component: lazyRouteComponent(() => import('./SettingsScreen.tsx'), 'SettingsScreen'),
});
