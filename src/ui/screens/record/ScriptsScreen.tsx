import { NumberInput, SegmentedControl, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../codeField/CodeField.tsx';
import { ask } from '../../wire/ask.ts';
import type { AdminTrackingScript } from '../../wire/interface.ts';
import { defineRecordScreen } from './defineRecordScreen.tsx';
import { scriptList } from './lists.ts';
import { OnOff } from './OnOff.tsx';
import type { RecordInputsProps } from './RecordForm.tsx';

const toScriptValues = (record?: AdminTrackingScript) => ({
  name: record?.name ?? '',
  code: record?.code ?? '',
  position: record?.position ?? ('head' as const),
  priority: record?.priority ?? 0,
  isActive: record?.isActive ?? true,
  scope: record?.scope ?? ('global' as const),
  targetPages: [...(record?.targetPages ?? [])],
});
type ScriptValues = ReturnType<typeof toScriptValues>;

/** The third-party scripts that the site includes. */
export const ScriptsScreen = defineRecordScreen<AdminTrackingScript, ScriptValues>({
  path: '/tracking-scripts',
  list: scriptList,
  words: 'scripts',
  create: 'common.add',
  empty: { icon: IconCode, title: 'scripts.emptyTitle', text: 'scripts.empty' },
  nameOf: ({ name }) => name,
  columns: ({ t, link }) => [
    { id: 'name', label: t('common.name'), width: 'minmax(0, 1fr)', show: (script) => link(script, script.name) },
    {
      id: 'where',
      label: t('scripts.where'),
      width: '14rem',
      from: 'tablet',
      show: ({ scope, targetPages }) =>
        scope === 'global' ? t('scripts.everywhere') : t('scripts.onPages', { count: targetPages.length }),
    },
    {
      id: 'position',
      label: t('scripts.position'),
      width: '10rem',
      from: 'desk',
      show: ({ position }) => t(`scripts.positions.${position}`),
    },
    { id: 'active', label: t('record.state'), width: '6.5rem', show: ({ isActive }) => <OnOff isOn={isActive} /> },
  ],
  toValues: toScriptValues,
  Inputs: ScriptInputs,
  onCreate: (body) => ask('POST /api/admin/tracking-scripts', { body }),
  onChange: ({ id }, _, body) => ask('PATCH /api/admin/tracking-scripts/{id}', { path: { id }, body }),
  onDelete: (id) => ask('DELETE /api/admin/tracking-scripts/{id}', { path: { id } }),
});

function ScriptInputs({ form, isAdmin }: RecordInputsProps<AdminTrackingScript, ScriptValues>) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput label={t('common.name')} data-autofocus dir="auto" {...form.getInputProps('name')} />
      <CodeField
        label={t('scripts.code')}
        description={t('scripts.codeHelp')}
        language="html"
        value={form.values.code}
        onChange={(code) => form.setFieldValue('code', code)}
        problem={form.errors['code']}
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
    </>
  );
}
