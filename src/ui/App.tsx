import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadDialogs } from './parts/dialog/dialogs.ts';
import { loadOnDemand } from './parts/onDemand/loadOnDemand.tsx';
import { createUiRouter } from './router/router.ts';
import { LogInAgain } from './session/LogInAgain.tsx';
import { theme } from './theme/theme.ts';
import { createQueryClient } from './wire/queryClient.ts';

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
        {isShown && <Dialogs />}
      </QueryClientProvider>
    </MantineProvider>
  );
}
