import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { addSection } from '../../i18n/i18n.ts';
import { rootRoute } from '../../router/root.ts';
import { setupQuery } from '../../session/session.ts';

interface LogInSearch {
  /** The address that was asked for before logging in. */
  readonly to?: string;
  /** Why the organisation's provider has not let somebody in. */
  readonly refused?: string;
}

/** Accepts only addresses within the editor's interface. */
const readTarget = (to: unknown): LogInSearch => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {});

export const logInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: ({ to, refused }: Record<string, unknown>): LogInSearch => ({
    ...readTarget(to),
    ...(typeof refused === 'string' && /^[a-zA-Z]+$/.test(refused) && { refused }),
  }),
  component: lazyRouteComponent(() => import('./LogInScreen.tsx'), 'LogInScreen'),
});

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-in',
  component: lazyRouteComponent(() => import('./SignedInScreen.tsx'), 'SignedInScreen'),
});

export const lacksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/one-more-step',
  loader: () => addSection('signIn'),
  component: lazyRouteComponent(() => import('./LacksScreen.tsx'), 'LacksScreen'),
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

/** What links in mails lead to. */
export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/$purpose',
  loader: () => addSection('account'),
  component: lazyRouteComponent(() => import('./AccountScreen.tsx'), 'AccountScreen'),
});
