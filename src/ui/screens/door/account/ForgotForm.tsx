import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../parts/screen/problemText.ts';
import { ask } from '../../../wire/ask.ts';
import { DoorScreen } from '../DoorScreen.tsx';
import { ToLogIn } from './LinkScreen.tsx';

/** Asks for a link to set a new password. */
export function ForgotForm() {
  const { t } = useTranslation();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const asking = useMutation({
    mutationFn: (body: { email: string }) => ask('POST /api/admin/auth/forgot', { body }),
  });
  if (asking.isSuccess)
    return (
      <DoorScreen title={t('account.sentTitle')}>
        <Stack gap="md">
          <Text size="sm" role="status">
            {t('account.sent')}
          </Text>
          <ToLogIn />
        </Stack>
      </DoorScreen>
    );
  return (
    <DoorScreen title={t('account.forgotTitle')} text={t('account.forgotText')}>
      <form onSubmit={form.onSubmit((values) => asking.mutate(values))}>
        <Stack gap="md">
          {asking.error && (
            <Alert color="red" role="alert">
              {problemText(asking.error)}
            </Alert>
          )}
          <TextInput
            key={form.key('email')}
            {...form.getInputProps('email')}
            label={t('session.email')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
          />
          <Button type="submit" loading={asking.isPending} fullWidth>
            {t('account.send')}
          </Button>
          <ToLogIn />
        </Stack>
      </form>
    </DoorScreen>
  );
}
