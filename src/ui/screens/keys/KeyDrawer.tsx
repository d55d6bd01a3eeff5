import { Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showSecret } from '../../parts/dialog/showSecret.tsx';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { readOnlyUnless } from '../../parts/record/readOnlyUnless.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { Time } from '../../parts/Time.tsx';
import { useRole } from '../../session/useRole.ts';
import { ask } from '../../wire/ask.ts';
import type { ApiKey } from '../../wire/interface.ts';

interface KeyDrawerProps {
  /** Undefined for a new one. */
  readonly record: ApiKey | undefined;
  onClose(): void;
}

const RIGHTS = [
  ['content:read', 'read'],
  ['content:write', 'write'],
  ['admin:*', 'all'],
] as const;
/** Days until a key expires; empty for never. */
const SPANS = ['', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

/** The form of an API key. A new key is shown once, after saving. */
export function KeyDrawer({ record: given, onClose }: KeyDrawerProps) {
  const { t } = useTranslation();
  const [created, setCreated] = useState<ApiKey>();
  const record = given ?? created;
  const isAdmin = useRole('admin');
  const form = useForm({
    enhanceGetInputProps: readOnlyUnless(isAdmin),
    initialValues: {
      name: record?.name ?? '',
      permissions: record?.permissions ?? ('content:read' as const),
      expiresAt: (record ? 'keep' : '90') as (typeof SPANS)[number] | 'keep',
    },
  });
  const saving = useSaving({
    form,
    kind: 'apiKey',
    async save({ name, permissions, expiresAt: span }, { name: newName }) {
      const expiry = span === 'keep' ? {} : { expiresAt: span === '' ? null : inDays(Number(span)) };
      if (record) {
        const body = { ...(newName !== undefined && { name: newName }), ...expiry };
        return ask('PATCH /api/admin/api-keys/{id}', { path: { id: record.id }, body });
      }
      const answer = await ask('POST /api/admin/api-keys', { body: { name, permissions, ...expiry } });
      await showSecret({ title: t('keys.made', { name }), text: t('keys.madeText'), secret: answer.data.key });
      return answer;
    },
    onSaved: onClose,
    onGoOn: ({ data }) => setCreated(data),
  });
  const spans = [...(record ? (['keep'] as const) : []), ...SPANS];
  return (
    <RecordDrawer
      title={record?.name ?? t('keys.new')}
      saving={isAdmin ? saving : undefined}
      isDirty={form.isDirty()}
      action={record ? t('common.save') : t('common.create')}
      onClose={onClose}
      others={
        isAdmin &&
        record && (
          <DeleteButton
            title={t('keys.deleteTitle', { name: record.name })}
            text={t('keys.deleteText')}
            kind="apiKey"
            done={t('keys.deleted')}
            onDelete={() => ask('DELETE /api/admin/api-keys/{id}', { path: { id: record.id } })}
            onDone={onClose}
          />
        )
      }
    >
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
    </RecordDrawer>
  );
}

const spanWords = (span: (typeof SPANS)[number] | 'keep') => {
  if (span === '' || span === 'keep') return `keys.spans.${span || 'never'}` as const;
  return `keys.spans.days${span}` as const;
};

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
