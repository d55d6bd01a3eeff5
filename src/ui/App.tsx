import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadDialogs } from './parts/dialog/dialogs.ts';
import { loadOnDemand } from './parts/onDemand/loadOnDemand.tsx';
import { createUiRouter } from './router/router.ts';
import { LogInAgain, ProveAgain } from './session/LogInAgain.tsx';
import { theme } from './theme/theme.ts';
import { WireError } from './wire/WireError.ts';

const Dialogs = loadOnDemand(async () => (await loadDialogs()).Dialogs, { isDialog: true, waiting: null });

/** The parts that exist once: the query cache and the router. What the screen of the address needs begins to load. */
export function openApp() {
  const client = createQueryClient();
  const router = createUiRouter(client);
  // A router that had loaded before it is mounted would tell of its first screen, and scroll to its top, at some later
  // rendering.
  void router.preloadRoute({ to: router.latestLocation.pathname, search: true, hash: true });
  return { client, router };
}

export function App({ client, router }: ReturnType<typeof openApp>) {
  const [isShown, setShown] = useState(false);
  // The first screen comes first.
  useEffect(() => router.subscribe('onRendered', () => setShown(true)), [router]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <LogInAgain onDone={() => void router.invalidate()} />
        <ProveAgain />
        {isShown && <Dialogs />}
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Whether an error is worth a retry: the network failed, or the server is starting. */
const isPassing = (error: Error): boolean => error instanceof WireError && (error.status === 0 || error.status >= 502);

const RETRIES = 2;

/** The cache of the server's answers. Events, rather than time, make it stale. */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: (count, error) => isPassing(error) && count < RETRIES,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
