import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../parts/screen/problemText.ts';
import { ask } from '../../wire/ask.ts';
import { WireError } from '../../wire/WireError.ts';
import { CodeStep } from './CodeStep.tsx';
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
  const ticket = ticketIn(attempt.error);
  if (ticket !== undefined) return <SecondStep ticket={ticket} onSignIn={onSignIn} onBack={attempt.reset} />;
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
          autoComplete="username webauthn"
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

/** A refusal with a reason says more than that something is wrong. */
const isWrong = (error: Error): boolean =>
  error instanceof WireError && error.code === 'UNAUTHORIZED' && error.problems[0]?.reason === undefined;

/** The ticket for the second step, if that is asked for. */
function ticketIn(error: Error | null): string | undefined {
  const [problem] = error instanceof WireError ? error.problems : [];
  return problem?.reason === 'needsCode' ? String(problem.params?.['ticket']) : undefined;
}

interface SecondStepProps extends Pick<WayProps, 'onSignIn'> {
  readonly ticket: string;
  readonly onBack: () => void;
}

/** The second step of a log-in: a code for the ticket of the first. */
export function SecondStep({ ticket, onSignIn, onBack }: SecondStepProps) {
  const send = async (code: string): Promise<void> => {
    await ask('POST /api/admin/auth/totp/verify', { body: { ticket, code, cookie: true } });
    await onSignIn();
  };
  return <CodeStep send={send} onBack={onBack} />;
}
