import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clearTroubles, notifyError } from '../parts/dialog/notify.tsx';
import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import type { Caller } from '../wire/interface.ts';
import { PROOF_NEEDED, SESSION_ENDED } from '../wire/sendRequest.ts';
import { callerQuery } from './session.ts';

const PasswordDialog = loadOnDemand(async () => (await import('./PasswordDialog.tsx')).PasswordDialog, {
  isDialog: true,
});

const ProofDialog = loadOnDemand(async () => (await import('./proof/ProofDialog.tsx')).ProofDialog, {
  isDialog: true,
});

type ProofAnswer = (isProved: boolean) => void;

/** Asks for a fresh proof on top of whatever is open; requests that have waited for it go on. */
export function ProveAgain() {
  const [waiting, setWaiting] = useState<readonly ProofAnswer[]>([]);
  useWindowEvent(PROOF_NEEDED, (event: CustomEvent<ProofAnswer>) => {
    event.preventDefault();
    setWaiting((before) => [...before, event.detail]);
  });
  if (waiting.length === 0) return null;
  return (
    <ProofDialog
      onClose={(isProved?: boolean) => {
        setWaiting([]);
        for (const answer of waiting) answer(isProved === true);
      }}
    />
  );
}

interface LogInAgainProps {
  /** Called after a successful log-in, to reload what could not be shown. */
  onDone(): void;
}

/** Asks for the password on top of whatever is open, so that nothing is lost when a session ends. */
export function LogInAgain({ onDone }: LogInAgainProps) {
  const client = useQueryClient();
  const [expired, setExpired] = useState<Caller>();
  // Before the first log-in there is no caller: the log-in screen is shown then.
  useWindowEvent(SESSION_ENDED, () => setExpired(client.getQueryData(callerQuery.queryKey)));
  if (!expired) return null;

  async function goOn({ email }: Caller): Promise<void> {
    const caller = await client.fetchQuery({ ...callerQuery, staleTime: 0 });
    // Somebody else has logged in: reload, and keep the unsaved work for its owner.
    if (caller.email !== email) return window.location.reload();
    setExpired(undefined);
    // Whatever was refused without a session can be tried again.
    clearTroubles(() => true);
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    onDone();
  }
  return <PasswordDialog email={expired.email} onDone={() => void goOn(expired).catch(notifyError)} />;
}
