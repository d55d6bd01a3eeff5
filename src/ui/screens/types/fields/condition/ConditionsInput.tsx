import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../../fields/fieldLabel.ts';
import type { FormValues } from '../../../../form/values.ts';
import type { Field } from '../../../../wire/interface.ts';
import { useRowKeys } from '../../useRowKeys.ts';
import classes from '../FieldForm.module.css';
import { type ConditionDraft, firstCondition } from './condition.ts';
import {
  addTest,
  CONDITION_JOINS,
  type ConditionJoin,
  readConditionList,
  writeConditionList,
} from './conditionList.ts';
import { TestInputs } from './TestInputs.tsx';

interface ConditionsInputProps {
  readonly label: string;
  /** The condition; undefined if it always holds. */
  readonly value: unknown;
  /** The fields that it can ask about. */
  readonly others: readonly Field[];
  readonly mayEdit: boolean;
  onChange(value: FormValues | undefined): void;
}

/** When something applies: always, or if all, any or none of several conditions hold. */
export function ConditionsInput({ label, value, others, mayEdit, onChange }: ConditionsInputProps) {
  const { t } = useTranslation();
  const list = readConditionList(value);
  const { keys, remove } = useRowKeys(list?.tests.length ?? 0);
  if (list === null)
    return (
      <Text size="sm" c="dimmed">
        {t('types.conditionAsJson')}
      </Text>
    );
  const { join, tests } = list;
  const set = (next: readonly ConditionDraft[], as: ConditionJoin = join): void =>
    onChange(writeConditionList({ join: as, tests: next }));
  const [first] = others;
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Group align="end" gap="xs">
        <Text size="sm" fw={500}>
          {tests.length === 0 ? `${label}: ${t('types.alwaysApplies')}` : label}
        </Text>
        {tests.length > 0 && (
          <Select
            aria-label={t('types.conditionJoin')}
            size="xs"
            data={CONDITION_JOINS.map((one) => ({ value: one, label: t(`types.joins.${one}`) }))}
            value={join}
            onChange={(next) => next && set(tests, next as ConditionJoin)}
            readOnly={!mayEdit}
            allowDeselect={false}
          />
        )}
      </Group>
      {tests.map((test, at) => (
        <TestRow
          key={keys[at]}
          {...{ test, others, mayEdit }}
          onChange={(next) => set(tests.with(at, next))}
          onRemove={() => {
            remove(at);
            set(tests.toSpliced(at, 1));
          }}
        />
      ))}
      {mayEdit && first && (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(addTest(value, first))}>
            {t('types.addCondition')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface TestRowProps extends Pick<ConditionsInputProps, 'others' | 'mayEdit'> {
  readonly test: ConditionDraft;
  onChange(test: ConditionDraft): void;
  onRemove(): void;
}

function TestRow({ test, others, mayEdit, onChange, onRemove }: TestRowProps) {
  const { t } = useTranslation();
  const about = others.find(({ name }) => name === test.field);
  const names = others.map((one) => ({ value: one.name, label: fieldLabel(one) }));
  return (
    <Group align="end" wrap="nowrap" gap="xs">
      <div className={classes.pair} style={{ flex: 1 }}>
        <Select
          label={t('types.conditionField')}
          data={about ? names : [...names, { value: test.field, label: test.field }]}
          value={test.field}
          error={about ? undefined : t('types.fieldProblems.lostCondition')}
          onChange={(name) => {
            const chosen = others.find((one) => one.name === name);
            if (chosen) onChange(firstCondition(chosen));
          }}
          readOnly={!mayEdit}
          allowDeselect={false}
          searchable
        />
        {about && <TestInputs key={about.name} condition={test} {...{ about, mayEdit, onChange }} />}
      </div>
      {mayEdit && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('types.removeCondition')} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
