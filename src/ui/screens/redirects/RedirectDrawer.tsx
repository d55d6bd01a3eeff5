import { Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { readOnlyUnless } from '../../parts/record/readOnlyUnless.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { useRole } from '../../session/useRole.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminRedirect } from '../../wire/interface.ts';

interface RedirectDrawerProps {
  /** Undefined for a new one. */
  readonly record: AdminRedirect | undefined;
  onClose(): void;
}

const CODES = ['301', '302', '308', '307'] as const;

/** The form of a redirect. */
export function RedirectDrawer({ record: given, onClose }: RedirectDrawerProps) {
  const { t } = useTranslation();
  const [created, setCreated] = useState<AdminRedirect>();
  const record = given ?? created;
  const isAdmin = useRole('admin');
  const form = useForm({
    enhanceGetInputProps: readOnlyUnless(isAdmin),
    initialValues: {
      fromPath: record?.fromPath ?? '',
      toPath: record?.toPath ?? '',
      statusCode: String(record?.statusCode ?? 301) as (typeof CODES)[number],
      isActive: record?.isActive ?? true,
    },
  });
  const saving = useSaving({
    form,
    kind: 'redirect',
    save({ statusCode, ...values }, { statusCode: newCode, ...changed }) {
      const code = { statusCode: Number(statusCode) as AdminRedirect['statusCode'] };
      return record
        ? ask('PATCH /api/admin/redirects/{id}', {
            path: { id: record.id },
            body: { ...changed, ...(newCode !== undefined && code) },
          })
        : ask('POST /api/admin/redirects', { body: { ...values, ...code } });
    },
    onSaved: onClose,
    onGoOn: ({ data }) => setCreated(data),
  });
  return (
    <RecordDrawer
      title={record?.fromPath ?? t('redirects.new')}
      saving={isAdmin ? saving : undefined}
      isDirty={form.isDirty()}
      action={record ? t('common.save') : t('common.add')}
      onClose={onClose}
      others={
        isAdmin &&
        record && (
          <DeleteButton
            title={t('redirects.deleteTitle')}
            text={t('redirects.deleteText', { path: record.fromPath })}
            kind="redirect"
            done={t('redirects.deleted')}
            onDelete={() => ask('DELETE /api/admin/redirects/{id}', { path: { id: record.id } })}
            onDone={onClose}
          />
        )
      }
    >
      <TextInput
        label={t('redirects.from')}
        description={t('redirects.fromHelp')}
        placeholder="/old"
        data-autofocus
        dir="ltr"
        {...form.getInputProps('fromPath')}
      />
      <TextInput
        label={t('redirects.to')}
        description={t('redirects.toHelp')}
        placeholder="/new"
        dir="ltr"
        {...form.getInputProps('toPath')}
      />
      <Select
        label={t('redirects.kind')}
        data={CODES.map((value) => ({ value, label: t(`redirects.long.code${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('statusCode')}
      />
      <Switch label={t('redirects.active')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
    </RecordDrawer>
  );
}
