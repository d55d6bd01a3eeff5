import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addSection } from '../../i18n/i18n.ts';
import { useFocusBack } from '../../parts/dialog/useFocusBack.ts';
import { problemText } from '../../parts/screen/problemText.ts';
import { ask } from '../../wire/ask.ts';
import type { Caller } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { WireError } from '../../wire/WireError.ts';
import { callerQuery } from '../session.ts';
import { CodeStep } from '../ways/CodeStep.tsx';
import { ProviderWay } from '../ways/ProviderWay.tsx';
import { answerChallenge } from '../ways/passkey.ts';

interface ProofDialogProps {
  /** Called with whether the user has proved who they are. */
  onClose(isProved?: boolean): void;
}

/** Asks for a proof of who is there, on top of whatever is open. */
export function ProofDialog({ onClose }: ProofDialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const { data } = useQuery({
    queryKey: createQueryKey('session', 'proof'),
    staleTime: 0,
    queryFn: async () => {
      const [factors, ways] = await Promise.all([
        ask('GET /api/admin/auth/factors'),
        ask('GET /api/auth/ways'),
        addSection('signIn'),
      ]);
      return { factors: factors.data, ways: ways.data };
    },
  });
  if (!data) return null;
  const { factors, ways } = data;
  const has = (way: (typeof factors.proofWays)[number]): boolean => factors.proofWays.includes(way);
  const prove = async (body: {
    password?: string;
    code?: string;
    passkey?: Readonly<Record<string, unknown>>;
  }): Promise<void> => {
    await ask('POST /api/admin/auth/prove', { body });
    onClose(true);
  };
  return (
    <Modal
      opened
      onClose={() => onClose()}
      title={t('signIn.proveTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('signIn.proveText')}</Text>
        {has('password') && factors.hasPassword && <PasswordStep send={(password) => prove({ password })} />}
        {has('totp') && <CodeStep send={(code) => prove({ code })} />}
        {has('passkey') && <PasskeyStep send={async () => prove({ passkey: await answerChallenge() })} />}
        {has('oidc') && ways.oidc && <ProviderStep ways={ways} onDone={() => onClose(true)} />}
        <Group justify="end">
          <Button variant="default" onClick={() => onClose()}>
            {t('signIn.cancel')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function PasswordStep({ send }: { readonly send: (password: string) => Promise<void> }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const attempt = useMutation({ mutationFn: send });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        attempt.mutate(password);
      }}
    >
      <Stack gap="md">
        <PasswordInput
          label={t('session.password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={attempt.error && problemText(attempt.error)}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
        />
        <Button type="submit" loading={attempt.isPending} fullWidth>
          {t('signIn.goOn')}
        </Button>
      </Stack>
    </form>
  );
}

function PasskeyStep({ send }: { readonly send: () => Promise<void> }) {
  const { t } = useTranslation();
  const attempt = useMutation({ mutationFn: send });
  return (
    <Stack gap="md">
      {attempt.error && (
        <Alert color="red" role="alert">
          {attempt.error instanceof WireError ? problemText(attempt.error) : t('signIn.passkeyFailed')}
        </Alert>
      )}
      <Button variant="default" fullWidth loading={attempt.isPending} onClick={() => attempt.mutate()}>
        {t('signIn.provePasskey')}
      </Button>
    </Stack>
  );
}

interface ProviderStepProps {
  readonly ways: Parameters<typeof ProviderWay>[0]['ways'];
  readonly onDone: () => void;
}

/** Signs in at the provider once more, in a window of its own. */
function ProviderStep({ ways, onDone }: ProviderStepProps) {
  const client = useQueryClient();
  const caller = client.getQueryData<Caller>(callerQuery.queryKey);
  return (
    <ProviderWay email={caller?.email ?? ' '} ways={{ ...ways, password: true }} onSignIn={async () => onDone()} />
  );
}
