import { MultiSelect, Select, TagsInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { listFieldOptions } from '../../../fields/choices.ts';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import type { Field } from '../../../wire/interface.ts';
import {
  type ConditionDraft,
  firstCondition,
  listConditionTests,
  readConditionDraft,
  setFieldCondition,
} from './condition.ts';
import classes from './FieldForm.module.css';
import type { FieldDraft } from './fieldDraft.ts';
import { ValueInput } from './ValueInput.tsx';

interface ConditionFormProps {
  readonly field: FieldDraft;
  /** The other fields of the same level. */
  readonly others: readonly Field[];
  readonly problem: string | undefined;
  readonly mayEdit: boolean;
  onChange(field: FieldDraft): void;
}

/** When a field is shown: always, or depending on the value of another one, as a sentence of inputs. */
export function ConditionForm({ field, others, problem, mayEdit, onChange }: ConditionFormProps) {
  const { t } = useTranslation();
  const condition = readConditionDraft(field);
  if (condition === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('types.conditionAsJson')}
      </Text>
    );
  }
  const set = (next: ConditionDraft | undefined): void => onChange(setFieldCondition(field, next));
  const about = others.find(({ name }) => name === condition?.field);
  const choose = (name: string | null): void => {
    const chosen = others.find((one) => one.name === name);
    set(chosen && firstCondition(chosen));
  };
  return (
    <div className={classes.pair}>
      <Select
        label={t('types.condition')}
        placeholder={t('types.always')}
        data={listFieldChoices(others, condition?.field)}
        value={condition?.field ?? null}
        onChange={choose}
        error={problem}
        readOnly={!mayEdit}
        clearable
        searchable
      />
      {condition && about && <TestInputs key={about.name} {...{ condition, about, mayEdit }} onChange={set} />}
    </div>
  );
}

/** The fields to choose from; one that is gone is among them, or it could not be seen. */
function listFieldChoices(others: readonly Field[], chosen: string | undefined) {
  const known = others.map((one) => ({ value: one.name, label: fieldLabel(one) }));
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen);
  return isKnown ? known : [...known, { value: chosen, label: chosen }];
}

interface TestInputsProps {
  readonly condition: ConditionDraft;
  readonly about: Field;
  readonly mayEdit: boolean;
  onChange(condition: ConditionDraft): void;
}

function TestInputs({ condition, about, mayEdit, onChange }: TestInputsProps) {
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
      {(test === 'equals' || test === 'in') && (
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
