import { Button, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../../parts/dialog/notify.tsx';
import { showSecret } from '../../parts/dialog/showSecret.tsx';
import { EntryButton, EntryLine, EntryList } from '../../parts/row/EntryLine.tsx';
import { problemText } from '../../parts/screen/problemText.ts';
import { Time } from '../../parts/Time.tsx';
import { useRole } from '../../session/useRole.ts';
import { ask } from '../../wire/ask.ts';
import type { ApiKey } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';

const ownKeysQuery = {
  queryKey: createQueryKey('apiKey', 'own'),
  queryFn: async () => (await ask('GET /api/admin/auth/keys')).data,
};

const RIGHTS = [
  ['content:read', 'read', 'viewer'],
  ['content:write', 'write', 'editor'],
  ['admin:*', 'all', 'admin'],
] as const;

/** The API keys of one's own, which may do no more than oneself. */
export function OwnKeys() {
  const { data: keys = [] } = useQuery(ownKeysQuery);
  return (
    <>
      {keys.length > 0 && (
        <EntryList>
          {keys.map((key) => (
            <KeyLine key={key.id} apiKey={key} />
          ))}
        </EntryList>
      )}
      <NewKey />
    </>
  );
}

const rightWords = (permissions: ApiKey['permissions']) =>
  `keys.rights.${RIGHTS.find(([value]) => value === permissions)?.[1] ?? 'all'}` as const;

function KeyLine({ apiKey: { id, name, keyPrefix, permissions, lastUsedAt } }: { readonly apiKey: ApiKey }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => ask('DELETE /api/admin/auth/keys/{id}', { path: { id } }),
    async onSuccess() {
      notifySuccess(t('common.removed', { name }));
      await client.invalidateQueries({ queryKey: createQueryKey('apiKey') });
    },
    onError: notifyError,
  });
  const remove = async (): Promise<void> => {
    const options = { title: t('profile.deleteKey', { name }), text: t('profile.deleteKeyText') };
    if (await confirm({ ...options, action: t('common.delete'), isDangerous: true })) deleting.mutate();
  };
  return (
    <EntryLine
      title={name}
      detail={
        <>
          <code>{keyPrefix}…</code> · {t(rightWords(permissions))} · {t('keys.lastUsed')}:{' '}
          {lastUsedAt ? <Time value={lastUsedAt} /> : t('keys.never')}
        </>
      }
    >
      <EntryButton label={t('common.delete')} about={name} isBusy={deleting.isPending} onClick={() => void remove()} />
    </EntryLine>
  );
}

function NewKey() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const may = { viewer: true, editor: useRole('editor'), admin: useRole('admin') };
  const form = useForm({ initialValues: { name: '', permissions: 'content:read' as (typeof RIGHTS)[number][0] } });
  const making = useMutation({
    mutationFn: (body: typeof form.values) => ask('POST /api/admin/auth/keys', { body }),
    async onSuccess({ data }, { name }) {
      form.reset();
      await client.invalidateQueries({ queryKey: createQueryKey('apiKey') });
      await showSecret({ title: t('keys.made', { name }), text: t('keys.madeText'), secret: data.key });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => making.mutate(values))}>
      <Group align="end" gap="sm" mt="md">
        <TextInput
          label={t('profile.newKey')}
          placeholder={t('profile.newKeyName')}
          dir="auto"
          flex={1}
          miw="10rem"
          {...form.getInputProps('name')}
          error={making.error ? problemText(making.error) : undefined}
        />
        <Select
          label={t('keys.may')}
          data={RIGHTS.filter(([, , role]) => may[role]).map(([value, right]) => ({
            value,
            label: t(`keys.rights.${right}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('permissions')}
        />
        <Button type="submit" variant="default" loading={making.isPending} disabled={form.values.name.trim() === ''}>
          {t('common.create')}
        </Button>
      </Group>
    </form>
  );
}
