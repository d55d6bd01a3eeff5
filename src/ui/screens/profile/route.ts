import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSection } from '../../i18n/i18n.ts';
import { shellRoute } from '../../router/root.ts';

/** One's own profile. */
export const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profile',
  loader: () => Promise.all([addSection('profile'), addSection('keys'), addSection('people'), addSection('signIn')]),
  component: lazyRouteComponent(() => import('./ProfileScreen.tsx'), 'ProfileScreen'),
});
