import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { suggestLanguage } from '../../../i18n/i18n.ts';
import { problemText } from '../../../parts/screen/problemText.ts';
import { logIn } from '../../../session/ways/PasswordWay.tsx';
import type { OfferedWays } from '../../../session/ways/way.ts';
import { ask } from '../../../wire/ask.ts';
import type { OpenInvitation } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { DoorScreen } from '../DoorScreen.tsx';
import { problemsByField } from '../problemsByField.ts';
import { LinkScreen, useLink, useLinkToken } from './LinkScreen.tsx';

/** Accepts an invitation: with a name and a password, or by the organisation's own sign-in. */
export function InvitationForm() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const link = useLink(token, async (wanted) => {
    const [invitation, ways] = await Promise.all([
      ask('POST /api/admin/invitations/read', { body: { token: wanted } }),
      ask('GET /api/auth/ways'),
    ]);
    return { ...invitation.data, ways: ways.data };
  });
  return (
    <LinkScreen link={link} spent={t('account.spentInvitation')}>
      {(invitation) => <Welcome token={token} invitation={invitation} />}
    </LinkScreen>
  );
}

interface WelcomeProps {
  readonly token: string;
  readonly invitation: OpenInvitation & { readonly ways: OfferedWays };
}

function Welcome({ token, invitation }: WelcomeProps) {
  const { email, invitedBy, siteName, language, ways } = invitation;
  const { t } = useTranslation();
  useEffect(() => void suggestLanguage(language), [language]);
  const name = ways.oidc?.name ?? '';
  const byPassword =
    invitedBy === null ? t('account.invitedText', { email }) : t('account.invitedBy', { name: invitedBy, email });
  const byProvider =
    invitedBy === null
      ? t('account.invitedProviderText', { name, email })
      : t('account.invitedByProvider', { inviter: invitedBy, name, email });
  return (
    <DoorScreen title={t('account.invitedTitle', { site: siteName })} text={ways.password ? byPassword : byProvider}>
      <Stack gap="md">
        {ways.password && <Acceptance token={token} email={email} />}
        {ways.password && ways.oidc && <Divider label={t('session.or')} />}
        {ways.oidc && (
          <Button
            component="a"
            href="/api/admin/auth/oidc/start"
            variant={ways.password ? 'default' : 'filled'}
            fullWidth
          >
            {t('session.signInWith', { name })}
          </Button>
        )}
      </Stack>
    </DoorScreen>
  );
}

interface AcceptanceProps {
  readonly token: string;
  readonly email: string;
}

function Acceptance({ token, email }: AcceptanceProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '' } });
  const accepting = useMutation({
    async mutationFn(person: { readonly name: string; readonly password: string }) {
      await ask('POST /api/admin/invitations/accept', { body: { token, ...person } });
      // If this fails, the log-in screen comes next: the account is there.
      await logIn({ email, password: person.password }).catch(() => undefined);
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: createQueryKey('session'), refetchType: 'none' });
      await navigate({ to: '/', replace: true });
    },
    onError: (error) => form.setErrors(problemsByField(error)),
  });
  const field = (name: 'name' | 'password') => ({
    key: form.key(name),
    ...form.getInputProps(name),
    required: true,
    withAsterisk: false,
  });
  return (
    <form onSubmit={form.onSubmit((values) => accepting.mutate(values))}>
      <Stack gap="md">
        {accepting.error && Object.keys(form.errors).length === 0 && (
          <Alert color="red" role="alert">
            {problemText(accepting.error)}
          </Alert>
        )}
        <input type="email" value={email} autoComplete="username" readOnly hidden />
        <TextInput {...field('name')} label={t('session.yourName')} autoComplete="name" dir="auto" autoFocus />
        <PasswordInput
          {...field('password')}
          label={t('session.password')}
          description={t('session.passwordHelp')}
          autoComplete="new-password"
        />
        <Button type="submit" loading={accepting.isPending} fullWidth mt="xs">
          {t('account.join')}
        </Button>
      </Stack>
    </form>
  );
}
