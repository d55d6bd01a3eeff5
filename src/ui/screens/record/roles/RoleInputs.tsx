import { Alert, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { userList } from '../lists.ts';
import type { RecordInputsProps } from '../RecordForm.tsx';
import { RequirementChoice } from './RequirementChoice.tsx';
import { RightsTable } from './RightsTable.tsx';
import { RuleSentences } from './RuleSentences.tsx';
import { keyOf, type RoleValues } from './roleDraft.ts';
import { type ListedRole, roleList } from './roleList.ts';

const BASES = ['none', 'viewer', 'editor'] as const;

/** A role: what it begins with, what it may do beyond that, what it may not, and what that amounts to. */
export function RoleInputs({ form, record, isAdmin: mayEdit }: RecordInputsProps<ListedRole, RoleValues>) {
  const { t } = useTranslation();
  const { data: roles = [] } = useQuery(roleList);
  const values = form.getValues();
  const base = roles.find(({ key }) => key === (record?.isBuiltIn ? record.key : values.extends))?.base ?? [];
  return (
    <Stack gap="lg">
      {record?.isFixed && (
        <Alert variant="light" color="gray" py="xs">
          {t(record.isBuiltIn ? 'roles.builtInText' : 'roles.fromConfigText')}
        </Alert>
      )}
      {!record?.isBuiltIn && (
        <>
          <TextInput
            label={t('common.name')}
            data-autofocus
            autoComplete="off"
            dir="auto"
            {...form.getInputProps('name')}
          />
          {!record && (
            <TextInput
              label={t('roles.key')}
              description={t('roles.keyHelp')}
              placeholder={keyOf(values.name)}
              autoComplete="off"
              dir="ltr"
              {...form.getInputProps('key')}
            />
          )}
          <Radio.Group label={t('roles.extends')} {...form.getInputProps('extends')}>
            <Stack gap="sm" mt={6}>
              {BASES.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`roles.bases.${one}`)}
                  description={t(`roles.basesHelp.${one}`)}
                  disabled={!mayEdit}
                />
              ))}
            </Stack>
          </Radio.Group>
          {(['allow', 'deny'] as const).map((list) => (
            <RuleSentences
              key={list}
              list={list}
              rules={values[list]}
              mayEdit={mayEdit}
              errors={form.errors}
              onChange={(rules) => form.setFieldValue(list, rules)}
            />
          ))}
        </>
      )}
      <RightsTable base={base} allow={values.allow} deny={values.deny} />
      {record && <RequirementChoice role={record.key} />}
      {record && <Owners role={record} />}
    </Stack>
  );
}

/** Who has the role. */
function Owners({ role: { key, usedBy } }: { readonly role: ListedRole }) {
  const { t, i18n } = useTranslation();
  const { data: users = [] } = useQuery(userList);
  const names = users.filter(({ role }) => role === key).map(({ name }) => name);
  const keys = usedBy - names.length;
  const all = [...names, ...(keys > 0 ? [t('roles.keys', { count: keys })] : [])];
  return (
    <Text size="sm" c="dimmed">
      {all.length === 0 ? t('roles.nobody') : t('roles.had', { names: new Intl.ListFormat(i18n.language).format(all) })}
    </Text>
  );
}
