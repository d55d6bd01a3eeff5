import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../parts/dialog/notify.tsx';
import { callerQuery } from '../../session/session.ts';
import { ask } from '../../wire/ask.ts';
import { SignInPanel } from '../profile/SignInPanel.tsx';
import { DoorScreen } from './DoorScreen.tsx';

/** For people whose role requires what they have not set up: they can do nothing else before. */
export function LacksScreen() {
  const { t } = useTranslation();
  const router = useRouter();
  const client = useQueryClient();
  const { data: caller } = useQuery(callerQuery);
  const goOn = async (): Promise<void> => {
    const { lacks } = await client.fetchQuery({ ...callerQuery, staleTime: 0 });
    if (!lacks) await router.navigate({ to: '/' });
  };
  const logOut = useMutation({
    mutationFn: () => ask('POST /api/admin/auth/logout'),
    async onSuccess() {
      client.clear();
      await router.navigate({ to: '/login' });
    },
    onError: notifyError,
  });
  return (
    <DoorScreen title={t('signIn.lacksTitle')} text={t(`signIn.lacks.${caller?.lacks ?? 'secondFactor'}`)}>
      <SignInPanel onSetUp={() => void goOn().catch(notifyError)} />
      <Button variant="subtle" fullWidth mt="lg" loading={logOut.isPending} onClick={() => logOut.mutate()}>
        {t('session.logOut')}
      </Button>
    </DoorScreen>
  );
}
