import { NumberInput, SegmentedControl, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../codeField/CodeField.tsx';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { readOnlyUnless } from '../../parts/record/readOnlyUnless.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { useRole } from '../../session/useRole.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminTrackingScript } from '../../wire/interface.ts';

interface ScriptDrawerProps {
  /** Undefined for a new one. */
  readonly record: AdminTrackingScript | undefined;
  onClose(): void;
}

/** The form of a tracking script. */
export function ScriptDrawer({ record: given, onClose }: ScriptDrawerProps) {
  const { t } = useTranslation();
  const [created, setCreated] = useState<AdminTrackingScript>();
  const record = given ?? created;
  const isAdmin = useRole('admin');
  const form = useForm({
    enhanceGetInputProps: readOnlyUnless(isAdmin),
    initialValues: {
      name: record?.name ?? '',
      code: record?.code ?? '',
      position: record?.position ?? ('head' as const),
      priority: record?.priority ?? 0,
      isActive: record?.isActive ?? true,
      scope: record?.scope ?? ('global' as const),
      targetPages: [...(record?.targetPages ?? [])],
    },
  });
  const saving = useSaving({
    form,
    kind: 'trackingScript',
    save: (body, changed) =>
      record
        ? ask('PATCH /api/admin/tracking-scripts/{id}', { path: { id: record.id }, body: changed })
        : ask('POST /api/admin/tracking-scripts', { body }),
    onSaved: onClose,
    onGoOn: ({ data }) => setCreated(data),
  });
  return (
    <RecordDrawer
      title={record?.name ?? t('scripts.new')}
      saving={isAdmin ? saving : undefined}
      isDirty={form.isDirty()}
      action={record ? t('common.save') : t('common.add')}
      onClose={onClose}
      others={
        isAdmin &&
        record && (
          <DeleteButton
            title={t('scripts.deleteTitle', { name: record.name })}
            text={t('scripts.deleteText')}
            kind="trackingScript"
            done={t('scripts.deleted')}
            onDelete={() => ask('DELETE /api/admin/tracking-scripts/{id}', { path: { id: record.id } })}
            onDone={onClose}
          />
        )
      }
    >
      <TextInput label={t('common.name')} data-autofocus dir="auto" {...form.getInputProps('name')} />
      <CodeField
        label={t('scripts.code')}
        description={t('scripts.codeHelp')}
        language="html"
        value={form.values.code}
        onChange={(code) => form.setFieldValue('code', code)}
        problem={form.errors.code}
        disabled={!isAdmin}
      />
      <div>
        <Text size="sm" fw={500} mb={4} id="script-scope">
          {t('scripts.where')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="script-scope"
          data={[
            { value: 'global', label: t('scripts.everywhere') },
            { value: 'targeted', label: t('scripts.onSome') },
          ]}
          {...form.getInputProps('scope')}
        />
      </div>
      {form.values.scope === 'targeted' && (
        <TagsInput
          label={t('scripts.pages')}
          description={t('scripts.pagesHelp')}
          dir="ltr"
          {...form.getInputProps('targetPages')}
        />
      )}
      <div>
        <Text size="sm" fw={500} mb={4} id="script-position">
          {t('scripts.position')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="script-position"
          data={(['head', 'body'] as const).map((value) => ({ value, label: t(`scripts.positions.${value}`) }))}
          {...form.getInputProps('position')}
        />
      </div>
      <NumberInput
        label={t('scripts.priority')}
        description={t('scripts.priorityHelp')}
        min={-100}
        max={100}
        {...form.getInputProps('priority')}
      />
      <Switch label={t('scripts.active')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
    </RecordDrawer>
  );
}
