import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { SESSION_ENDED } from '../wire/sendRequest.ts';
import { callerQuery } from './session.ts';

const PasswordDialog = lazy(async () => ({ default: (await import('./PasswordDialog.tsx')).PasswordDialog }));

/** Asks for the password over whatever is open, so that nothing is lost by a session that ends. */
export function LogInAgain() {
  const client = useQueryClient();
  const [isExpired, setExpired] = useState(false);
  useWindowEvent(SESSION_ENDED, () => setExpired(true));
  const caller = client.getQueryData(callerQuery.queryKey);
  // Before anybody has logged in there is the log-in screen.
  if (!caller || !isExpired) return null;
  return (
    <Suspense>
      <PasswordDialog
        email={caller.email}
        onDone={() => {
          setExpired(false);
          void client.invalidateQueries();
        }}
      />
    </Suspense>
  );
}
