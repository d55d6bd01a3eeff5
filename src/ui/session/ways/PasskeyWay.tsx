import { Alert, Button, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../parts/screen/problemText.ts';
import { WireError } from '../../wire/WireError.ts';
import { offersAutofill, signInWithPasskey } from './passkey.ts';
import type { WayProps } from './way.ts';

/** Signs in with a passkey, by its button or where the browser offers it in the field for the address. */
export function PasskeyWay({ onSignIn }: WayProps) {
  const { t } = useTranslation();
  const attempt = useMutation({ mutationFn: () => signInWithPasskey(), onSuccess: onSignIn });
  const done = useRef(onSignIn);
  done.current = onSignIn;
  useEffect(() => {
    void offersAutofill()
      .then(async (isOffered) => {
        if (!isOffered) return;
        await signInWithPasskey({ byAutofill: true });
        await done.current();
      })
      // Whoever takes another way has refused this one.
      .catch(() => undefined);
  }, []);
  return (
    <Stack gap="md">
      {attempt.error && (
        <Alert color="red" role="alert">
          {attempt.error instanceof WireError ? problemText(attempt.error) : t('signIn.passkeyFailed')}
        </Alert>
      )}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconKey size={16} />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        {t('signIn.usePasskey')}
      </Button>
    </Stack>
  );
}
