import { NumberInput, SegmentedControl, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../ui/codeField/CodeField.tsx';
import { defineRecordScreen } from '../../../ui/screens/record/defineRecordScreen.tsx';
import { OnOff } from '../../../ui/screens/record/OnOff.tsx';
import type { RecordInputsProps } from '../../../ui/screens/record/RecordForm.tsx';
import { ask } from '../../../ui/wire/ask.ts';
import type { AdminTrackingScript } from '../../../ui/wire/interface.ts';
import { scriptList } from './list.ts';

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
  words: 'trackingScripts',
  create: 'common.add',
  empty: { icon: IconCode, title: 'trackingScripts.emptyTitle', text: 'trackingScripts.empty' },
  nameOf: ({ name }) => name,
  columns: ({ t, link }) => [
    { id: 'name', label: t('common.name'), width: 'minmax(0, 1fr)', show: (script) => link(script, script.name) },
    {
      id: 'where',
      label: t('trackingScripts.where'),
      width: '14rem',
      from: 'tablet',
      show: ({ scope, targetPages }) =>
        scope === 'global'
          ? t('trackingScripts.everywhere')
          : t('trackingScripts.onPages', { count: targetPages.length }),
    },
    {
      id: 'position',
      label: t('trackingScripts.position'),
      width: '10rem',
      from: 'desk',
      show: ({ position }) => t(`trackingScripts.positions.${position}`),
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
        label={t('trackingScripts.code')}
        description={t('trackingScripts.codeHelp')}
        language="html"
        value={form.values.code}
        onChange={(code) => form.setFieldValue('code', code)}
        problem={form.errors['code']}
        disabled={!isAdmin}
      />
      <div>
        <Text size="sm" fw={500} mb={4} id="script-scope">
          {t('trackingScripts.where')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="script-scope"
          data={[
            { value: 'global', label: t('trackingScripts.everywhere') },
            { value: 'targeted', label: t('trackingScripts.onSome') },
          ]}
          {...form.getInputProps('scope')}
        />
      </div>
      {form.values.scope === 'targeted' && (
        <TagsInput
          label={t('trackingScripts.pages')}
          description={t('trackingScripts.pagesHelp')}
          dir="ltr"
          {...form.getInputProps('targetPages')}
        />
      )}
      <div>
        <Text size="sm" fw={500} mb={4} id="script-position">
          {t('trackingScripts.position')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="script-position"
          data={(['head', 'body'] as const).map((value) => ({ value, label: t(`trackingScripts.positions.${value}`) }))}
          {...form.getInputProps('position')}
        />
      </div>
      <NumberInput
        label={t('trackingScripts.priority')}
        description={t('trackingScripts.priorityHelp')}
        min={-100}
        max={100}
        {...form.getInputProps('priority')}
      />
      <Switch label={t('trackingScripts.active')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
    </>
  );
}
