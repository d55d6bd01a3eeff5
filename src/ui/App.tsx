import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createUiRouter } from './router/router.ts';
import { LogInAgain } from './session/LogInAgain.tsx';
import { theme } from './theme/theme.ts';
import { createQueryClient } from './wire/queryClient.ts';

/** Everything that is there once, joined. */
function openApp() {
  const client = createQueryClient();
  return { client, router: createUiRouter(client) };
}

export function App() {
  const [{ client, router }] = useState(openApp);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <ModalsProvider>
          <RouterProvider router={router} />
          <LogInAgain />
        </ModalsProvider>
        <Notifications position="bottom-right" />
      </QueryClientProvider>
    </MantineProvider>
  );
}
