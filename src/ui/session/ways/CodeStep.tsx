import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../parts/screen/problemText.ts';

interface CodeStepProps {
  /** What to enter; by default a code of the app, or a recovery code. */
  readonly help?: string;
  /** Sends the code; rejects a wrong one. */
  readonly send: (code: string) => Promise<unknown>;
  /** Leads back to the beginning, where there is one. */
  readonly onBack?: () => void;
}

/** Asks for a code of the authenticator app, or a recovery code. */
export function CodeStep({ help, send, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const attempt = useMutation({ mutationFn: send });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate(code);
      }}
    >
      <Stack gap="md">
        {attempt.error && (
          <Alert color="red" role="alert">
            {problemText(attempt.error)}
          </Alert>
        )}
        <TextInput
          label={t('signIn.code')}
          description={help ?? t('signIn.codeHelp')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          autoFocus
          data-autofocus
        />
        <Button type="submit" loading={attempt.isPending} fullWidth>
          {t('signIn.goOn')}
        </Button>
        {onBack && (
          <Anchor component="button" type="button" size="sm" c="dimmed" onClick={onBack}>
            {t('signIn.back')}
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
