import { Modal, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SESSION_ENDED } from '../wire/ask.ts';
import { callerQuery } from './session.ts';

const LogInForm = lazy(async () => ({ default: (await import('./LogInForm.tsx')).LogInForm }));

/** Asks for the password over whatever is open, so that nothing is lost by a session that ends. */
export function LogInAgain() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isExpired, setExpired] = useState(false);
  useWindowEvent(SESSION_ENDED, () => setExpired(true));
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
      <Suspense>
        <LogInForm
          email={caller.email}
          onDone={() => {
            setExpired(false);
            void client.invalidateQueries();
          }}
        />
      </Suspense>
    </Modal>
  );
}
