import { Avatar, Group, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../parts/dialog/notify.tsx';
import { Time } from '../../../parts/Time.tsx';
import { callerQuery } from '../../../session/session.ts';
import { ask } from '../../../wire/ask.ts';
import type { User } from '../../../wire/interface.ts';
import { defineRecordScreen } from '../defineRecordScreen.tsx';
import { userList } from '../lists.ts';
import type { RecordInputsProps } from '../RecordForm.tsx';
import { BUILT_IN_ROLES, describeRole, RoleName, useOwnRoles } from '../roles/roleNames.ts';
import { ComesIn, ComingInBadge, useHasPassword, useRoleHelp } from './ComesIn.tsx';
import { Invitations } from './Invitations.tsx';
import { InviteDrawer } from './InviteDrawer.tsx';
import { PreviewLinks } from './PreviewLinks.tsx';
import classes from './people.module.css';
import { ResetLinkButton } from './ResetLinkButton.tsx';
import { SessionList } from './SessionList.tsx';
import { TakeFactorsButton } from './TakeFactorsButton.tsx';

const toPersonValues = (record?: User) => ({
  name: record?.name ?? '',
  email: record?.email ?? '',
  role: record?.role ?? 'editor',
  password: '',
});
type PersonValues = ReturnType<typeof toPersonValues>;

/** The users and their roles, and the preview links. */
export const PeopleScreen = defineRecordScreen<User, PersonValues>({
  path: '/people',
  isPrivate: true,
  list: userList,
  words: 'people',
  create: 'common.create',
  nameOf: ({ name }) => name,
  columns: ({ t, link }) => [
    {
      id: 'name',
      label: t('common.name'),
      width: 'minmax(0, 1fr)',
      show: (user) => (
        <Group gap="sm" wrap="nowrap">
          <Avatar src={user.picture ?? null} name={user.name} color="accent" size={30} radius="xl" aria-hidden />
          <div className={classes.person}>
            {link(user, <PersonName user={user} />)}
            <ComingInBadge user={user} />
          </div>
        </Group>
      ),
    },
    { id: 'email', label: t('people.email'), width: 'minmax(0, 1fr)', from: 'tablet', show: ({ email }) => email },
    { id: 'role', label: t('people.role'), width: '8.5rem', show: ({ role }) => <RoleName role={role} /> },
    {
      id: 'created',
      label: t('people.since'),
      width: '9rem',
      from: 'desk',
      show: ({ createdAt }) => (
        <Text span size="sm" c="dimmed">
          <Time value={createdAt} />
        </Text>
      ),
    },
  ],
  adding: { label: 'account.invite', icon: IconMailPlus, Drawer: InviteDrawer },
  Below: BelowPeople,
  toValues: toPersonValues,
  Inputs: PersonInputs,
  onCreate: (body) => ask('POST /api/admin/users', { body }),
  onChange: ({ id }, _, body) => ask('PUT /api/admin/users/{id}', { path: { id }, body }),
  useAfterChange: useRefreshCaller,
  onDelete: (id) => ask('DELETE /api/admin/users/{id}', { path: { id } }),
  mayDelete: ({ id }, caller) => id !== caller.id,
});

function BelowPeople() {
  return (
    <>
      <Invitations />
      <PreviewLinks />
    </>
  );
}

function PersonName({ user }: { readonly user: User }) {
  const { id, name } = user;
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  return (
    <>
      {name}
      {id === caller.id && (
        <Text span size="sm" c="dimmed" ms={6}>
          {t('people.you')}
        </Text>
      )}
    </>
  );
}

/** Every screen knows the user who is logged in: their own name or role may have changed. */
function useRefreshCaller() {
  const client = useQueryClient();
  const router = useRouter();
  const { caller } = useRouteContext({ from: '/shell' });
  return async ({ id }: User): Promise<void> => {
    if (id !== caller.id) return;
    try {
      await client.fetchQuery({ ...callerQuery, staleTime: 0 });
      await router.invalidate();
    } catch (error) {
      notifyError(error);
    }
  };
}

function PersonInputs({ form, record, isAdmin }: RecordInputsProps<User, PersonValues>) {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const isOwn = record?.id === caller.id;
  const ownRoles = useOwnRoles();
  const hasPassword = useHasPassword(record);
  const roleHelp = useRoleHelp(record);
  return (
    <>
      <TextInput
        label={t('common.name')}
        data-autofocus
        autoComplete="off"
        dir="auto"
        {...form.getInputProps('name')}
      />
      <TextInput label={t('people.email')} type="email" autoComplete="off" dir="ltr" {...form.getInputProps('email')} />
      <Radio.Group label={t('people.role')} description={roleHelp} {...form.getInputProps('role')}>
        <Stack gap="sm" mt={6}>
          {BUILT_IN_ROLES.map((role) => (
            <Radio key={role} value={role} label={t(`rights.roles.${role}`)} description={t(`people.may.${role}`)} />
          ))}
          {ownRoles.map((role) => (
            <Radio key={role.key} value={role.key} label={role.name} description={describeRole(role)} />
          ))}
        </Stack>
      </Radio.Group>
      {isAdmin && hasPassword && (
        <PasswordInput
          label={record ? t('people.newPassword') : t('people.password')}
          description={record ? t('people.newPasswordHelp') : t('people.passwordHelp')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      )}
      {record && <ComesIn user={record} isAdmin={isAdmin} />}
      {record && isAdmin && !isOwn && hasPassword && <ResetLinkButton user={record} />}
      {record && isAdmin && !isOwn && <TakeFactorsButton user={record} />}
      {record && (isAdmin || isOwn) && <SessionList userId={record.id} isOwn={isOwn} />}
    </>
  );
}
