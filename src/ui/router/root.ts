import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { NotFound } from '../parts/screen/NotFound.tsx';
import { ScreenProblem } from '../parts/screen/ScreenProblem.tsx';
import { callerQuery, setupQuery } from '../session/session.ts';
import { Shell } from '../shell/Shell.tsx';
import { WireError } from '../wire/WireError.ts';

/** What every route may use. */
interface RouterContext {
  readonly client: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFound,
  errorComponent: ScreenProblem,
});

/** The frame around every screen of a logged-in user; anybody else is sent to the log-in or set-up screen. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  async beforeLoad({ context: { client }, location, matches }) {
    // Who asks and what the screen shows are asked for at once.
    for (const { staticData, params } of matches) void staticData.fetchAhead?.(client, params).catch(() => undefined);
    try {
      return { caller: await client.ensureQueryData(callerQuery) };
    } catch (error) {
      if (!(error instanceof WireError) || error.code !== 'UNAUTHORIZED') throw error;
      const needsSetup = await client.fetchQuery(setupQuery);
      if (needsSetup) throw redirect({ to: '/setup' });
      throw redirect({ to: '/login', search: location.pathname === '/' ? {} : { to: location.href } });
    }
  },
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Loads what the screen shows first. */
    readonly fetchAhead?: (
      client: QueryClient,
      params: Readonly<Record<string, string | undefined>>,
    ) => Promise<unknown>;
  }
}
