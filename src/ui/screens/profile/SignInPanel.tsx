import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { notifyError } from '../../parts/dialog/notify.tsx';
import { showSecret } from '../../parts/dialog/showSecret.tsx';
import { EntryButton, EntryLine, EntryList } from '../../parts/row/EntryLine.tsx';
import { Time } from '../../parts/Time.tsx';
import { addPasskey } from '../../session/ways/passkey.ts';
import { ask } from '../../wire/ask.ts';
import type { Passkey } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { WireError } from '../../wire/WireError.ts';
import { SetUpApp } from './SetUpApp.tsx';

/** What one signs in with. */
export const factorsQuery = {
  queryKey: createQueryKey('session', 'factors'),
  staleTime: 0,
  queryFn: async () => (await ask('GET /api/admin/auth/factors')).data,
};

/** Reads again what one signs in with, and the sessions, of which a change ends the others. */
export function useRefreshFactors(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
    await client.invalidateQueries({ queryKey: createQueryKey('user') });
  };
}

interface SignInPanelProps {
  /** Called after something was set up. */
  readonly onSetUp?: () => void;
}

/** One's passkeys and authenticator app. */
export function SignInPanel({ onSetUp }: SignInPanelProps) {
  const { t } = useTranslation();
  const { data } = useQuery(factorsQuery);
  const refresh = useRefreshFactors();
  if (!data) return null;
  // In the profile it stands below a heading of its own.
  const level = onSetUp ? 2 : 3;
  const finish = async (): Promise<void> => {
    await refresh();
    onSetUp?.();
  };
  return (
    <>
      <Title order={level} size="h5" mb="xs">
        {t('signIn.passkeys')}
      </Title>
      {data.passkeys.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t(data.canHavePasskeys ? 'signIn.noPasskeys' : 'signIn.notHere')}
        </Text>
      )}
      <EntryList>
        {data.passkeys.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} />
        ))}
      </EntryList>
      {data.canHavePasskeys && <NewPasskey onSetUp={onSetUp} />}
      {data.required !== 'passkey' && (
        <>
          <Title order={level} size="h5" mt="lg" mb="xs">
            {t('signIn.app')}
          </Title>
          {data.totp ? <App codesLeft={data.recoveryCodesLeft} /> : <SetUpApp onSetUp={finish} />}
        </>
      )}
    </>
  );
}

function PasskeyLine({ passkey: { id, name, lastUsedAt } }: { readonly passkey: Passkey }) {
  const { t } = useTranslation();
  const refresh = useRefreshFactors();
  const removing = useMutation({
    mutationFn: () => ask('DELETE /api/admin/auth/passkeys/{passkey}', { path: { passkey: id } }),
    onSuccess: refresh,
    onError: notifyError,
  });
  const remove = async (): Promise<void> => {
    const title = t('signIn.removePasskey', { name });
    const isSure = await confirm({
      title,
      text: t('signIn.removePasskeyText'),
      action: t('signIn.remove'),
    });
    if (isSure) removing.mutate();
  };
  return (
    <EntryLine
      title={name}
      detail={
        lastUsedAt ? (
          <>
            {t('signIn.lastUsed')} <Time value={lastUsedAt} />
          </>
        ) : (
          t('signIn.neverUsed')
        )
      }
    >
      <EntryButton label={t('signIn.remove')} about={name} isBusy={removing.isPending} onClick={() => void remove()} />
    </EntryLine>
  );
}

function NewPasskey({ onSetUp }: SignInPanelProps) {
  const { t } = useTranslation();
  const refresh = useRefreshFactors();
  const [name, setName] = useState('');
  const adding = useMutation({
    mutationFn: addPasskey,
    async onSuccess() {
      setName('');
      await refresh();
      onSetUp?.();
    },
    onError: (error) => notifyError(error instanceof WireError ? error : new Error(t('signIn.passkeyFailed'))),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate(name);
      }}
    >
      <Group align="end" mt="sm">
        <TextInput
          label={t('signIn.passkeyName')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          required
          withAsterisk={false}
          dir="auto"
          flex={1}
          miw="12rem"
        />
        <Button type="submit" variant="default" loading={adding.isPending}>
          {t('signIn.addPasskey')}
        </Button>
      </Group>
    </form>
  );
}

function App({ codesLeft }: { readonly codesLeft: number }) {
  const { t } = useTranslation();
  const refresh = useRefreshFactors();
  const change = { onSuccess: refresh, onError: notifyError };
  const removing = useMutation({ mutationFn: () => ask('DELETE /api/admin/auth/totp'), ...change });
  const renewing = useMutation({
    mutationFn: async () => {
      const { data } = await ask('POST /api/admin/auth/totp/recovery-codes');
      await showSecret({
        title: t('signIn.codesTitle'),
        text: t('signIn.codesText'),
        secret: data.recoveryCodes.join('\n'),
      });
    },
    ...change,
  });
  const remove = async (): Promise<void> => {
    const [title, text] = [t('signIn.removeApp'), t('signIn.removeAppText')];
    if (await confirm({ title, text, action: t('signIn.remove') })) removing.mutate();
  };
  return (
    <>
      <Text size="sm">
        {t('signIn.hasApp')} · {t('signIn.codesLeft', { count: codesLeft })}
      </Text>
      <Group mt="sm">
        <Button size="compact-sm" variant="default" loading={renewing.isPending} onClick={() => renewing.mutate()}>
          {t('signIn.newCodes')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={removing.isPending}
          aria-label={`${t('signIn.remove')}: ${t('signIn.app')}`}
          onClick={() => void remove()}
        >
          {t('signIn.remove')}
        </Button>
      </Group>
    </>
  );
}
