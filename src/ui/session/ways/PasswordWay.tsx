import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../parts/screen/problemText.ts';
import { ask } from '../../wire/ask.ts';
import { WireError } from '../../wire/WireError.ts';
import type { WayProps } from './way.ts';

interface LogInCredentials {
  readonly email: string;
  readonly password: string;
}

/** Starts a session; the browser keeps it in a cookie that no script can read. */
export const logIn = ({ email, password }: LogInCredentials) =>
  ask('POST /api/admin/auth/login', { body: { email, password, cookie: true } });

/** Logs in by e-mail address and password. */
export function PasswordWay({ email, ways, onSignIn }: WayProps) {
  const { t } = useTranslation();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email, password: '' } });
  const attempt = useMutation({ mutationFn: logIn, onSuccess: onSignIn });
  return (
    <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
      <Stack gap="md">
        {attempt.error && (
          <Alert color="red" role="alert">
            {isWrong(attempt.error) ? t('session.wrong') : problemText(attempt.error)}
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
          autoFocus={email === ''}
        />
        <PasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          label={t('session.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus={email !== ''}
        />
        <Button type="submit" loading={attempt.isPending} fullWidth mt="xs">
          {t('session.logIn')}
        </Button>
        {ways.canReset && (
          // Whoever logs in again has something open, which stays.
          <Anchor size="sm" href="/admin/account/forgot" target={email === '' ? undefined : '_blank'}>
            {t('session.forgot')}
          </Anchor>
        )}
      </Stack>
    </form>
  );
}

const isWrong = (error: Error): boolean => error instanceof WireError && error.code === 'UNAUTHORIZED';
