import { Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../i18n/messages.ts';
import { notifySuccess } from '../../../parts/dialog/notify.tsx';
import { showSecret } from '../../../parts/dialog/showSecret.tsx';
import { RecordDrawer } from '../../../parts/record/RecordDrawer.tsx';
import { useSaving } from '../../../parts/record/useSaving.ts';
import { ask } from '../../../wire/ask.ts';
import type { NewInvitation } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { BUILT_IN_ROLES, describeRole, useOwnRoles } from '../roles/roleNames.ts';
import { useProvider } from './ComesIn.tsx';

interface InviteDrawerProps {
  onClose(): void;
}

/** Tells what has become of a new invitation, or shows its link where no mail was sent. */
export async function tellInvited({ email, link }: NewInvitation, t: TFunction): Promise<void> {
  if (link === null) notifySuccess(t('account.invitationSent', { email }));
  else await showSecret({ title: t('account.passOn', { email }), text: t('account.passOnText'), secret: link });
}

/** Invites somebody by e-mail. */
export function InviteDrawer({ onClose }: InviteDrawerProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({ initialValues: { email: '', role: 'editor', language: i18next.language as Language } });
  const own = useOwnRoles();
  const provider = useProvider();
  const saving = useSaving({
    form,
    kind: 'invitation',
    isPrivate: true,
    async save(body) {
      const { data } = await ask('POST /api/admin/invitations', { body });
      await client.invalidateQueries({ queryKey: createQueryKey('invitation') });
      onClose();
      await tellInvited(data, t);
      // The note says it all.
      return false;
    },
  });
  return (
    <RecordDrawer
      title={t('account.inviteTitle')}
      saving={saving}
      isDirty={form.isDirty()}
      action={t('account.sendInvitation')}
      onClose={onClose}
    >
      <Text size="sm">
        {provider?.isOnly ? t('account.inviteByProvider', { name: provider.name }) : t('account.inviteText')}
      </Text>
      <TextInput
        label={t('people.email')}
        type="email"
        autoComplete="off"
        dir="ltr"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Radio.Group label={t('people.role')} {...form.getInputProps('role')}>
        <Stack gap="sm" mt={6}>
          {BUILT_IN_ROLES.map((role) => (
            <Radio key={role} value={role} label={t(`rights.roles.${role}`)} description={t(`people.may.${role}`)} />
          ))}
          {own.map((role) => (
            <Radio key={role.key} value={role.key} label={role.name} description={describeRole(role)} />
          ))}
        </Stack>
      </Radio.Group>
      <Select
        label={t('account.inviteLanguage')}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps('language')}
      />
    </RecordDrawer>
  );
}
