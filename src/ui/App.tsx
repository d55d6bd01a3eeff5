import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { loadDialogs } from './parts/dialog/dialogs.ts';
import { FloatingProblem } from './parts/onDemand/FloatingProblem.tsx';
import { OnDemand } from './parts/onDemand/OnDemand.tsx';
import { createUiRouter } from './router/router.ts';
import { LogInAgain } from './session/LogInAgain.tsx';
import { theme } from './theme/theme.ts';
import { createQueryClient } from './wire/queryClient.ts';

const Dialogs = lazy(async () => ({ default: (await loadDialogs()).Dialogs }));

/**
 * The parts that exist once: the query cache and the router, which begins to load the screen of the address, and a promise
 * of its first screen.
 */
export function openApp() {
  const client = createQueryClient();
  const router = createUiRouter(client);
  // It may be shown in the render that mounts the app, before the app's own effects run.
  const untilShown = new Promise<void>((resolve) => router.subscribe('onRendered', () => resolve()));
  void router.load();
  return { client, router, untilShown };
}

export function App({ client, router, untilShown }: ReturnType<typeof openApp>) {
  const [isShown, setShown] = useState(false);
  // The first screen comes first.
  useEffect(() => void untilShown.then(() => setShown(true)), [untilShown]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <LogInAgain onDone={() => void router.invalidate()} />
        {isShown && (
          <OnDemand failed={<FloatingProblem />}>
            <Dialogs />
          </OnDemand>
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}
