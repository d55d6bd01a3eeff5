import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../router/root.ts';

interface Search {
  /** Where one wanted to go. */
  readonly to?: string;
}

/** Only addresses of this interface. */
const readTarget = (to: unknown): Search => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {});

export const logInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: ({ to }: Record<string, unknown>): Search => readTarget(to),
  component: lazyRouteComponent(() => import('./LogInScreen.tsx'), 'LogInScreen'),
});
