import { Alert, Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../parts/screen/problemText.ts';
import { LogInForm } from '../../../session/LogInForm.tsx';
import { ask } from '../../../wire/ask.ts';
import { DoorScreen } from '../DoorScreen.tsx';
import { problemsByField } from '../problemsByField.ts';
import { LinkScreen, useLink, useLinkToken } from './LinkScreen.tsx';

/** Sets a new password by a link; then one logs in as always. */
export function ResetForm() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const link = useLink(
    token,
    async (wanted) => (await ask('POST /api/admin/auth/reset/read', { body: { token: wanted } })).data,
  );
  const again = (
    <Anchor size="sm" renderRoot={(props) => <Link to="/account/$purpose" params={{ purpose: 'forgot' }} {...props} />}>
      {t('account.askAgain')}
    </Anchor>
  );
  return (
    <LinkScreen link={link} spent={t('account.spentReset')} more={again}>
      {({ email }) => <NewPassword token={token} email={email} />}
    </LinkScreen>
  );
}

function NewPassword({ token, email }: { readonly token: string; readonly email: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const setting = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      ask('POST /api/admin/auth/reset', { body: { token, password } }),
    onError: (error) => form.setErrors(problemsByField(error)),
  });
  if (setting.isSuccess)
    return (
      <DoorScreen title={t('session.title')}>
        <Text size="sm" mb="md" role="status">
          {t('account.passwordSet')}
        </Text>
        <LogInForm email={email} onDone={() => void navigate({ to: '/', replace: true })} />
      </DoorScreen>
    );
  return (
    <DoorScreen title={t('account.resetTitle')} text={t('account.resetText', { email })}>
      <form onSubmit={form.onSubmit((values) => setting.mutate(values))}>
        <Stack gap="md">
          {setting.error && Object.keys(form.errors).length === 0 && (
            <Alert color="red" role="alert">
              {problemText(setting.error)}
            </Alert>
          )}
          {/* So that password managers know whose password it is. */}
          <input type="email" value={email} autoComplete="username" readOnly hidden />
          <PasswordInput
            key={form.key('password')}
            {...form.getInputProps('password')}
            label={t('account.newPassword')}
            description={t('session.passwordHelp')}
            autoComplete="new-password"
            required
            withAsterisk={false}
            autoFocus
          />
          <Button type="submit" loading={setting.isPending} fullWidth>
            {t('account.setPassword')}
          </Button>
        </Stack>
      </form>
    </DoorScreen>
  );
}
