import { PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tellProblem } from '../../parts/dialog/tell.tsx';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { readOnlyUnless } from '../../parts/record/readOnlyUnless.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { callerQuery } from '../../session/session.ts';
import { useRole } from '../../session/useRole.ts';
import { ask } from '../../wire/ask.ts';
import type { User } from '../../wire/interface.ts';
import { SessionList } from './SessionList.tsx';

interface PersonDrawerProps {
  /** Undefined for a new one. */
  readonly record: User | undefined;
  onClose(): void;
}

const ROLES = ['viewer', 'editor', 'admin'] as const;

/** The form of a user, with their sessions. */
export function PersonDrawer({ record: given, onClose }: PersonDrawerProps) {
  const { t } = useTranslation();
  const [created, setCreated] = useState<User>();
  const record = given ?? created;
  const isAdmin = useRole('admin');
  const { caller } = useRouteContext({ from: '/shell' });
  const refreshCaller = useRefreshCaller();
  const form = useForm({
    enhanceGetInputProps: readOnlyUnless(isAdmin),
    initialValues: {
      name: record?.name ?? '',
      email: record?.email ?? '',
      role: record?.role ?? ('editor' as const),
      password: '',
    },
  });
  const saving = useSaving({
    form,
    kind: 'user',
    async save(values, changed) {
      if (!record) return ask('POST /api/admin/users', { body: values });
      const answer = await ask('PUT /api/admin/users/{id}', { path: { id: record.id }, body: changed });
      if (record.id === caller.id) await refreshCaller().catch(tellProblem);
      return answer;
    },
    onSaved: onClose,
    onGoOn: ({ data }) => setCreated(data),
  });
  return (
    <RecordDrawer
      title={record?.name ?? t('people.new')}
      saving={isAdmin ? saving : undefined}
      isDirty={form.isDirty()}
      action={record ? t('common.save') : t('common.create')}
      onClose={onClose}
      others={
        isAdmin &&
        record &&
        record.id !== caller.id && (
          <DeleteButton
            title={t('people.deleteTitle', { name: record.name })}
            text={t('people.deleteText')}
            kind="user"
            done={t('people.deleted')}
            onDelete={() => ask('DELETE /api/admin/users/{id}', { path: { id: record.id } })}
            onDone={onClose}
          />
        )
      }
    >
      <TextInput
        label={t('common.name')}
        data-autofocus
        autoComplete="off"
        dir="auto"
        {...form.getInputProps('name')}
      />
      <TextInput label={t('people.email')} type="email" autoComplete="off" dir="ltr" {...form.getInputProps('email')} />
      <Radio.Group label={t('people.role')} {...form.getInputProps('role')}>
        <Stack gap="sm" mt={6}>
          {ROLES.map((role) => (
            <Radio key={role} value={role} label={t(`people.roles.${role}`)} description={t(`people.may.${role}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {isAdmin && (
        <PasswordInput
          label={record ? t('people.newPassword') : t('people.password')}
          description={record ? t('people.newPasswordHelp') : t('people.passwordHelp')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      )}
      {record && (isAdmin || record.id === caller.id) && (
        <SessionList userId={record.id} isOwn={record.id === caller.id} />
      )}
    </RecordDrawer>
  );
}

/** Every screen knows the user who is logged in: their own name or role may have changed. */
function useRefreshCaller(): () => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async () => {
    await client.fetchQuery({ ...callerQuery, staleTime: 0 });
    await router.invalidate();
  };
}
