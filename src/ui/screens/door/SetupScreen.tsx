import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../parts/screen/problemText.ts';
import { logIn } from '../../session/ways/PasswordWay.tsx';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { WireError } from '../../wire/WireError.ts';
import { DoorScreen } from './DoorScreen.tsx';
import { problemsByField } from './problemsByField.ts';

interface NewAdmin {
  readonly setupToken: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

async function createAdmin(admin: NewAdmin): Promise<void> {
  await ask('POST /api/admin/setup', { body: admin });
  // If this fails, the log-in screen comes next: the admin is there.
  await logIn(admin).catch(() => undefined);
}

/** Creates the first admin of a new site. */
export function SetupScreen() {
  const { t } = useTranslation();
  // The token comes after `#`, so that it reaches no server and no log.
  const token = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { setupToken: token, name: '', email: '', password: '' },
  });
  const [asksToken, setAsksToken] = useState(token === '');
  // The printed link may be opened in the tab that already shows this screen.
  const { setFieldValue } = form;
  useEffect(() => {
    if (token !== '') setFieldValue('setupToken', token);
  }, [token, setFieldValue]);
  const attempt = useMutation({
    mutationFn: createAdmin,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: createQueryKey('setup') });
      await navigate({ to: '/', replace: true });
    },
    onError: (error) => {
      form.setErrors(problemsByField(error));
      if (isSetupRefused(error)) setAsksToken(true);
    },
  });
  const field = (name: keyof NewAdmin) => ({
    key: form.key(name),
    ...form.getInputProps(name),
    required: true,
    withAsterisk: false,
  });
  return (
    <DoorScreen title={t('session.setUpTitle')} text={t('session.setUpText')}>
      <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
        <Stack gap="md">
          {attempt.error && Object.keys(form.errors).length === 0 && (
            <Alert color="red" role="alert">
              {wordsFor(attempt.error)}
            </Alert>
          )}
          {asksToken && (
            <TextInput
              {...field('setupToken')}
              label={t('session.setUpToken')}
              description={t('session.setUpTokenHelp')}
              autoComplete="off"
            />
          )}
          <TextInput {...field('name')} label={t('session.yourName')} autoComplete="name" autoFocus />
          <TextInput {...field('email')} label={t('session.email')} type="email" autoComplete="username" />
          <PasswordInput
            {...field('password')}
            label={t('session.password')}
            description={t('session.passwordHelp')}
            autoComplete="new-password"
          />
          <Button type="submit" loading={attempt.isPending} fullWidth mt="xs">
            {t('session.makeAdmin')}
          </Button>
        </Stack>
      </form>
    </DoorScreen>
  );
}

/** The token is wrong, or an admin exists already. */
const isSetupRefused = (error: Error): boolean => error instanceof WireError && error.code === 'FORBIDDEN';

/** Keeps the server's words where they say more than "not allowed": an admin exists already, or the token is wrong. */
const wordsFor = (error: Error): string => (isSetupRefused(error) ? error.message : problemText(error));
