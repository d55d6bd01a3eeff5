import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createUiRouter } from './router/router.ts';
import { createExpiry } from './session/expiry.ts';
import { LogInAgain } from './session/LogInAgain.tsx';
import { theme } from './theme/theme.ts';
import { createQueryClient } from './wire/queryClient.ts';

/** Everything that is there once, joined. */
function openApp() {
  const expiry = createExpiry();
  const client = createQueryClient(expiry.note);
  return { expiry, client, router: createUiRouter(client) };
}

export function App() {
  const [{ expiry, client, router }] = useState(openApp);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <ModalsProvider>
          <RouterProvider router={router} />
          <LogInAgain expiry={expiry} />
        </ModalsProvider>
        <Notifications position="bottom-right" />
      </QueryClientProvider>
    </MantineProvider>
  );
}
