import { MultiSelect, Select, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { listFieldOptions } from '../../../../fields/value/choices.ts';
import type { Field } from '../../../../wire/interface.ts';
import { ValueInput } from '../inputs/ValueInput.tsx';
import { type ConditionDraft, hasTestedValue, listConditionTests } from './condition.ts';

interface TestInputsProps {
  readonly condition: ConditionDraft;
  readonly about: Field;
  readonly mayEdit: boolean;
  onChange(condition: ConditionDraft): void;
}

/** What a condition asks about a field: the test, and the value that it compares with. */
export function TestInputs({ condition, about, mayEdit, onChange }: TestInputsProps) {
  const { t } = useTranslation();
  const tests = [...new Set([...listConditionTests(about.type), condition.test])];
  const { field, test } = condition;
  return (
    <>
      <Select
        label={t('types.conditionTest')}
        data={tests.map((value) => ({ value, label: t(`types.tests.${value}`) }))}
        value={test}
        onChange={(next) => next && onChange({ field, test: next as ConditionDraft['test'] })}
        readOnly={!mayEdit}
        allowDeselect={false}
      />
      {hasTestedValue(test) && (
        <TestedValue
          key={test}
          {...{ condition, about, mayEdit }}
          onChange={(value) => onChange({ field, test, value })}
        />
      )}
    </>
  );
}

interface TestedValueProps extends Omit<TestInputsProps, 'onChange'> {
  onChange(value: unknown): void;
}

function TestedValue({ condition: { test, value }, about, mayEdit, onChange }: TestedValueProps) {
  const { t } = useTranslation();
  const label = t('types.conditionValue');
  if (test === 'in') return <ListedValues {...{ label, value, about, mayEdit, onChange }} />;
  if (about.type === 'boolean') {
    return (
      <Select
        label={label}
        data={['yes', 'no'].map((one) => ({ value: one, label: t(one === 'yes' ? 'common.yes' : 'common.no') }))}
        value={value === false ? 'no' : 'yes'}
        onChange={(next) => onChange(next !== 'no')}
        readOnly={!mayEdit}
        allowDeselect={false}
      />
    );
  }
  const { help: _, default: __, required: ___, ...plain } = about;
  return <ValueInput field={{ ...plain, label }} {...{ value, mayEdit, onChange }} />;
}

interface ListedValuesProps extends Omit<TestedValueProps, 'condition'> {
  readonly label: string;
  readonly value: unknown;
}

/** Several values: those of a field with choices are picked, others are typed. */
function ListedValues({ label, value, about, mayEdit, onChange }: ListedValuesProps) {
  const values = Array.isArray(value) ? value.map(String) : [];
  const isNumber = about.type === 'number' || about.type === 'integer';
  const set = (next: readonly string[]): void => {
    const typed = isNumber ? next.map(Number).filter(Number.isFinite) : next;
    onChange(typed.length > 0 ? typed : undefined);
  };
  const props = { label, value: values, onChange: set, readOnly: !mayEdit };
  return about.type === 'select' ? (
    <MultiSelect {...props} data={listFieldOptions(about, values)} />
  ) : (
    <TagsInput {...props} />
  );
}
