import { Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showSecret } from '../../parts/dialog/showSecret.tsx';
import { Time } from '../../parts/Time.tsx';
import { ask } from '../../wire/ask.ts';
import type { ApiKey } from '../../wire/interface.ts';
import { defineRecordScreen } from './defineRecordScreen.tsx';
import { keyList } from './lists.ts';
import type { RecordInputsProps } from './RecordForm.tsx';
import { describeRole, RoleName, useOwnRoles } from './roles/roleNames.ts';

const RIGHTS = [
  ['content:read', 'read'],
  ['content:write', 'write'],
  ['admin:*', 'all'],
] as const;
/** Days until a key expires; empty for never. */
const SPANS = ['', '30', '90', '365'] as const;
type Span = (typeof SPANS)[number] | 'keep';
const DAY_MS = 86_400_000;

/** What a key may do: permissions, or a role of one's own by its key. */
type KeyRights = NonNullable<ApiKey['permissions']> | `role:${string}`;

const toRights = (rights: KeyRights) =>
  rights.startsWith('role:')
    ? { role: rights.slice('role:'.length) }
    : { permissions: rights as NonNullable<ApiKey['permissions']> };

const toKeyValues = (record?: ApiKey) => ({
  name: record?.name ?? '',
  permissions: (record?.permissions ?? 'content:read') as KeyRights,
  expiresAt: (record ? 'keep' : '90') as Span,
});
type KeyValues = ReturnType<typeof toKeyValues>;

/** The API keys, with which programs log in. A new key is shown once, after saving. */
export const KeysScreen = defineRecordScreen<ApiKey, KeyValues>({
  path: '/keys',
  isPrivate: true,
  list: keyList,
  words: 'keys',
  create: 'common.create',
  empty: { icon: IconKey, title: 'keys.emptyTitle', text: 'keys.empty' },
  nameOf: ({ name }) => name,
  columns: ({ t, link }) => [
    {
      id: 'name',
      label: t('common.name'),
      width: 'minmax(0, 1fr)',
      show: (key) => link(key, key.owner ? `${key.name} (${key.owner})` : key.name),
    },
    {
      id: 'key',
      label: t('keys.begins'),
      width: '10rem',
      from: 'tablet',
      show: ({ keyPrefix }) => <code>{keyPrefix}…</code>,
    },
    {
      id: 'may',
      label: t('keys.may'),
      width: '11rem',
      from: 'tablet',
      show: ({ permissions, role }) => (role ? <RoleName role={role} /> : t(`keys.rights.${rightOf(permissions)}`)),
    },
    {
      id: 'used',
      label: t('keys.lastUsed'),
      width: '9rem',
      from: 'desk',
      show: ({ lastUsedAt }) => showTime(lastUsedAt, t('keys.never')),
    },
    {
      id: 'expires',
      label: t('keys.expires'),
      width: '9rem',
      show: ({ expiresAt }) => showTime(expiresAt, t('keys.never')),
    },
  ],
  toValues: toKeyValues,
  Inputs: KeyInputs,
  async onCreate({ name, permissions, expiresAt }) {
    const answer = await ask('POST /api/admin/api-keys', {
      body: { name, ...toRights(permissions), ...toExpiry(expiresAt) },
    });
    const title = i18next.t('keys.made', { name });
    await showSecret({ title, text: i18next.t('keys.madeText'), secret: answer.data.key });
    return answer;
  },
  onChange({ id }, { expiresAt }, { name }) {
    const body = { ...(name !== undefined && { name }), ...toExpiry(expiresAt) };
    return ask('PATCH /api/admin/api-keys/{id}', { path: { id }, body });
  },
  onDelete: (id) => ask('DELETE /api/admin/api-keys/{id}', { path: { id } }),
});

/** What permissions amount to: two of them mean the same. */
const rightOf = (permissions: ApiKey['permissions']): 'read' | 'write' | 'all' => {
  if (permissions === 'content:read') return 'read';
  return permissions === 'content:write' ? 'write' : 'all';
};

const showTime = (value: string | null, never: string): ReactNode => (
  <Text span size="sm" c="dimmed">
    {value ? <Time value={value} /> : never}
  </Text>
);

const toExpiry = (span: Span): { readonly expiresAt?: string | null } => {
  if (span === 'keep') return {};
  return { expiresAt: span === '' ? null : new Date(Date.now() + Number(span) * DAY_MS).toISOString() };
};

function KeyInputs({ form, record }: RecordInputsProps<ApiKey, KeyValues>) {
  const { t } = useTranslation();
  const ownRoles = useOwnRoles();
  const spans = [...(record ? (['keep'] as const) : []), ...SPANS];
  return (
    <>
      <TextInput
        label={t('common.name')}
        description={t('keys.nameHelp')}
        data-autofocus
        dir="auto"
        {...form.getInputProps('name')}
      />
      {record ? (
        <Text size="sm">
          <code>{record.keyPrefix}…</code>
        </Text>
      ) : (
        <Radio.Group label={t('keys.may')} {...form.getInputProps('permissions')}>
          <Stack gap="sm" mt={6}>
            {RIGHTS.map(([value, right]) => (
              <Radio
                key={value}
                value={value}
                label={t(`keys.rights.${right}`)}
                description={t(`keys.rightsHelp.${right}`)}
              />
            ))}
            {ownRoles.map((role) => (
              <Radio key={role.key} value={`role:${role.key}`} label={role.name} description={describeRole(role)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Select
        label={t('keys.expires')}
        description={record?.expiresAt && <Time value={record.expiresAt} />}
        data={spans.map((value) => ({ value, label: t(spanWords(value)) }))}
        allowDeselect={false}
        {...form.getInputProps('expiresAt')}
      />
    </>
  );
}

const spanWords = (span: Span) => {
  if (span === '' || span === 'keep') return `keys.spans.${span || 'never'}` as const;
  return `keys.spans.days${span}` as const;
};
