import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../router/root.ts';
import { setupQuery } from '../../session/session.ts';

interface LogInSearch {
  /** The address that was asked for before logging in. */
  readonly to?: string;
}

/** Accepts only addresses within the editor's interface. */
const readTarget = (to: unknown): LogInSearch => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {});

export const logInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: ({ to }: Record<string, unknown>): LogInSearch => readTarget(to),
  component: lazyRouteComponent(() => import('./LogInScreen.tsx'), 'LogInScreen'),
});

export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  async beforeLoad({ context: { client } }) {
    const needsSetup = await client.fetchQuery(setupQuery);
    if (!needsSetup) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./SetupScreen.tsx'), 'SetupScreen'),
});
