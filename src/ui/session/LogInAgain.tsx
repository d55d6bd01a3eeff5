import { Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Expiry } from './expiry.ts';
import { LogInForm } from './LogInForm.tsx';
import { callerQuery } from './session.ts';

interface LogInAgainProps {
  readonly expiry: Expiry;
}

/** Asks for the password over whatever is open, so that nothing is lost by a session that ends. */
export function LogInAgain({ expiry }: LogInAgainProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isExpired = useSyncExternalStore(expiry.subscribe, expiry.isExpired);
  const caller = client.getQueryData(callerQuery.queryKey);
  // Before anybody has logged in there is the log-in screen.
  if (!caller) return null;
  return (
    <Modal
      opened={isExpired}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('session.expiredTitle')}
    >
      <Text size="sm" mb="md">
        {t('session.expired')}
      </Text>
      <LogInForm
        email={caller.email}
        onDone={() => {
          expiry.clear();
          void client.invalidateQueries();
        }}
      />
    </Modal>
  );
}
