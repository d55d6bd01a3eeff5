import { Group, Select, Switch, TextInput } from '@mantine/core';
import { IconArrowRight, IconFileImport, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { defineRecordScreen } from '../../../ui/screens/record/defineRecordScreen.tsx';
import { OnOff } from '../../../ui/screens/record/OnOff.tsx';
import type { RecordInputsProps } from '../../../ui/screens/record/RecordForm.tsx';
import { ask } from '../../../ui/wire/ask.ts';
import type { AdminRedirect } from '../../../ui/wire/interface.ts';
import { ImportDrawer } from './ImportDrawer.tsx';
import { redirectList } from './list.ts';

const CODES = ['301', '302', '308', '307'] as const;

const toRedirectValues = (record?: AdminRedirect) => ({
  fromPath: record?.fromPath ?? '',
  toPath: record?.toPath ?? '',
  statusCode: String(record?.statusCode ?? 301) as (typeof CODES)[number],
  isActive: record?.isActive ?? true,
});
type RedirectValues = ReturnType<typeof toRedirectValues>;

/** Each value of the input is the text of a code. */
const toCode = (text: string) => Number(text) as AdminRedirect['statusCode'];

/** The redirects from one address to another. */
export const RedirectsScreen = defineRecordScreen<AdminRedirect, RedirectValues>({
  path: '/redirects',
  list: redirectList,
  words: 'redirects',
  create: 'common.add',
  empty: { icon: IconRoute, title: 'redirects.emptyTitle', text: 'redirects.empty' },
  search: {
    label: 'redirects.search',
    noneFound: 'redirects.noneFound',
    textOf: ({ fromPath, toPath }) => `${fromPath} ${toPath}`,
  },
  adding: { label: 'redirects.import', icon: IconFileImport, Drawer: ImportDrawer },
  nameOf: ({ fromPath }) => fromPath,
  columns: ({ t, link }) => [
    {
      id: 'from',
      label: t('redirects.from'),
      width: 'minmax(0, 1fr)',
      show: (redirect) => link(redirect, redirect.fromPath),
    },
    {
      id: 'to',
      label: t('redirects.to'),
      width: 'minmax(0, 1fr)',
      show: ({ toPath }) => (
        <Group gap={6} wrap="nowrap">
          <IconArrowRight size={15} color="var(--quiet)" aria-hidden style={{ flex: 'none' }} />
          <span dir="ltr" title={toPath} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {toPath}
          </span>
        </Group>
      ),
    },
    {
      id: 'kind',
      label: t('redirects.kind'),
      width: '9rem',
      from: 'tablet',
      show: ({ statusCode }) => t(`redirects.short.code${statusCode}`),
    },
    {
      id: 'active',
      label: t('record.state'),
      width: '6.5rem',
      from: 'tablet',
      show: ({ isActive }) => <OnOff isOn={isActive} />,
    },
  ],
  toValues: toRedirectValues,
  Inputs: RedirectInputs,
  onCreate: ({ statusCode, ...values }) =>
    ask('POST /api/admin/redirects', { body: { ...values, statusCode: toCode(statusCode) } }),
  onChange({ id }, _, { statusCode, ...changed }) {
    const body = { ...changed, ...(statusCode !== undefined && { statusCode: toCode(statusCode) }) };
    return ask('PATCH /api/admin/redirects/{id}', { path: { id }, body });
  },
  onDelete: (id) => ask('DELETE /api/admin/redirects/{id}', { path: { id } }),
});

function RedirectInputs({ form }: RecordInputsProps<AdminRedirect, RedirectValues>) {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}
