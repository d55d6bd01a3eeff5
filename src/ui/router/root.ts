import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { loadFrames } from '../frames/onDemand.ts';
import { NotFound } from '../parts/screen/NotFound.tsx';
import { ScreenProblem } from '../parts/screen/ScreenProblem.tsx';
import { callerQuery, setupQuery } from '../session/session.ts';
import { contentTypesQuery, settingsQuery } from '../wire/queries.ts';
import { WireError } from '../wire/WireError.ts';

/** What every route may use. */
interface RouterContext {
  readonly client: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFound,
  errorComponent: ScreenProblem,
});

/** Loads what is not there yet; the part that shows it reports a failure. */
export const fetchOnce = <T, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, Key>,
): Promise<unknown> => client.ensureQueryData(query).catch(() => undefined);

/** What the navigation shows: if it came later, the entries below would move. */
const loadNavigation = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    fetchOnce(client, contentTypesQuery),
    fetchOnce(client, settingsQuery),
    loadFrames(client).catch(() => undefined),
  ]);

/**
 * The frame around every screen of a logged-in user; anybody else is sent to the log-in or set-up screen. The router gives
 * it its component, whose navigation leads to the screens below it.
 */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  async beforeLoad({ context: { client }, location, matches }) {
    // Who asks and what the screen shows are asked for at once.
    for (const { staticData, params } of matches) void staticData.fetchAhead?.(client, params).catch(() => undefined);
    const navigation = loadNavigation(client);
    try {
      const caller = await client.ensureQueryData(callerQuery);
      if (caller.lacks) throw redirect({ to: '/one-more-step' });
      await navigation;
      return { caller };
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
