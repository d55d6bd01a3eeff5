import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { suggestLanguage } from '../../../i18n/i18n.ts';
import { problemText } from '../../../parts/screen/problemText.ts';
import { logIn } from '../../../session/ways/PasswordWay.tsx';
import { ask } from '../../../wire/ask.ts';
import type { OpenInvitation } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { DoorScreen } from '../DoorScreen.tsx';
import { problemsByField } from '../problemsByField.ts';
import { LinkScreen, useLink, useLinkToken } from './LinkScreen.tsx';

/** Accepts an invitation with a name and a password. */
export function InvitationForm() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const link = useLink(
    token,
    async (wanted) => (await ask('POST /api/admin/invitations/read', { body: { token: wanted } })).data,
  );
  return (
    <LinkScreen link={link} spent={t('account.spentInvitation')}>
      {(invitation) => <Acceptance token={token} invitation={invitation} />}
    </LinkScreen>
  );
}

interface AcceptanceProps {
  readonly token: string;
  readonly invitation: OpenInvitation;
}

function Acceptance({ token, invitation: { email, invitedBy, siteName, language } }: AcceptanceProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => void suggestLanguage(language), [language]);
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
  const text =
    invitedBy === null ? t('account.invitedText', { email }) : t('account.invitedBy', { name: invitedBy, email });
  return (
    <DoorScreen title={t('account.invitedTitle', { site: siteName })} text={text}>
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
    </DoorScreen>
  );
}
