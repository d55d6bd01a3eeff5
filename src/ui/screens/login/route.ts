import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../router/root.ts';

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
