import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../router/root.ts';
import { SetupScreen } from './SetupScreen.tsx';

interface Search {
  /** Printed where the server was started, with the address. */
  readonly token?: string;
}

export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: ({ token }: Record<string, unknown>): Search => (typeof token === 'string' ? { token } : {}),
  component: SetupScreen,
});
