import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../parts/dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { ask } from '../../../wire/ask.ts';
import type { User } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';

/** Takes away what somebody signs in with besides the password, for who has lost it; absent where there is nothing. */
export function TakeFactorsButton({ user: { id, name } }: { readonly user: User }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const queryKey = createQueryKey('user', id, 'factors');
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await ask('GET /api/admin/users/{id}/factors', { path: { id } })).data,
  });
  const taking = useMutation({
    mutationFn: () => ask('DELETE /api/admin/users/{id}/factors', { path: { id } }),
    async onSuccess() {
      notifySuccess(t('signIn.factorsTaken'));
      await client.invalidateQueries({ queryKey: createQueryKey('user', id) });
    },
    onError: notifyError,
  });
  if (!data || (!data.totp && data.passkeys.length === 0)) return null;
  const take = async (): Promise<void> => {
    const title = t('signIn.takeFactorsTitle', { name });
    const isSure = await confirm({ title, text: t('signIn.takeFactorsText'), action: t('signIn.takeFactors') });
    if (isSure) taking.mutate();
  };
  return (
    <Button variant="default" style={{ alignSelf: 'start' }} loading={taking.isPending} onClick={() => void take()}>
      {t('signIn.takeFactors')}
    </Button>
  );
}
