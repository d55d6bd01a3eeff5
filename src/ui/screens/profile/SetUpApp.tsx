import { Button, Code, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../parts/dialog/notify.tsx';
import { showSecret } from '../../parts/dialog/showSecret.tsx';
import { CodeStep } from '../../session/ways/CodeStep.tsx';
import { ask } from '../../wire/ask.ts';
import type { NewTotp } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';

/** Sets up an authenticator app, which proves by a code that it works. */
export function SetUpApp({ onSetUp }: { readonly onSetUp: () => Promise<void> }) {
  const { t } = useTranslation();
  const begin = useMutation({
    mutationFn: async () => (await ask('POST /api/admin/auth/totp')).data,
    onError: notifyError,
  });
  const made = begin.data;
  if (!made)
    return (
      <>
        <Text size="sm" c="dimmed" mb="sm">
          {t('signIn.noApp')}
        </Text>
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('signIn.setUpApp')}
        </Button>
      </>
    );
  async function finish({ secret, ticket }: NewTotp, code: string): Promise<void> {
    const { data } = await ask('PUT /api/admin/auth/totp', { body: { secret, ticket, code } });
    await showSecret({
      title: t('signIn.codesTitle'),
      text: t('signIn.codesText'),
      secret: data.recoveryCodes.join('\n'),
    });
    await onSetUp();
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{t('signIn.scan')}</Text>
      <QrCode url={made.url} />
      <Code block>{made.secret}</Code>
      <CodeStep help={t('signIn.newAppHelp')} send={(code) => finish(made, code)} />
    </Stack>
  );
}

/** Draws the code here: its address holds the secret. */
function QrCode({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: createQueryKey('session', 'qr', url),
    gcTime: 0,
    queryFn: async () => (await import('qrcode')).toDataURL(url, { margin: 2, width: 200 }),
  });
  return data ? <img src={data} width={200} height={200} alt={t('signIn.qrCode')} /> : null;
}
