import { Checkbox, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { type FormValues, isValueObject } from '../../../form/values.ts';
import type { Field } from '../../../wire/interface.ts';
import fieldClasses from '../fields/FieldForm.module.css';
import { ValueInput } from '../fields/inputs/ValueInput.tsx';
import {
  compareField,
  comparisonOf,
  listComparable,
  listComparisons,
  listSubjects,
  type RuleComparison,
  type RuleDraft,
  type RuleSubject,
  subjectOf,
  withSubject,
} from './ruleDraft.ts';

export interface RuleFormProps {
  readonly rule: RuleDraft;
  /** What it can be about. */
  readonly fields: readonly Field[];
  readonly mayEdit: boolean;
  onChange(rule: RuleDraft): void;
}

interface SubjectProps extends RuleFormProps {
  readonly subject: RuleSubject;
  /** The field that the rule is about; undefined if it is gone. */
  readonly field: Field | undefined;
}

/** The inputs for what a rule is about. */
export function RuleInputs(props: RuleFormProps) {
  const subject = subjectOf(props.rule);
  if (subject === null) return null;
  if (subject === 'require') return <RequiredInput {...props} />;
  const name = subject === 'unique' ? props.rule['unique'] : props.rule['field'];
  const field = props.fields.find((one) => one.name === name);
  const Inputs = INPUTS[subject];
  return (
    <div className={fieldClasses.pair}>
      <SubjectInput {...props} {...{ subject, field }} name={String(name)} />
      <Inputs {...props} {...{ subject, field }} />
    </div>
  );
}

const choicesOf = (fields: readonly Field[], chosen: readonly string[]) => [
  ...fields.map((one) => ({ value: one.name, label: fieldLabel(one) })),
  ...chosen.filter((name) => fields.every((one) => one.name !== name)).map((name) => ({ value: name, label: name })),
];

function SubjectInput({ rule, fields, subject, name, mayEdit, onChange }: SubjectProps & { readonly name: string }) {
  const { t } = useTranslation();
  const choose = (next: string | null): void => {
    const chosen = fields.find((one) => one.name === next);
    if (!chosen) return;
    if (subject === 'unique') onChange({ ...rule, unique: chosen.name });
    else if (subject === 'compare') onChange(withSubject(rule, compareField(chosen, fields)));
    else onChange({ ...rule, field: chosen.name });
  };
  return (
    <Select
      label={t('types.rules.field')}
      data={choicesOf(listSubjects(subject, fields), [name])}
      value={name}
      onChange={choose}
      readOnly={!mayEdit}
      allowDeselect={false}
      searchable
    />
  );
}

function RequiredInput({ rule, fields, mayEdit, onChange }: RuleFormProps) {
  const { t } = useTranslation();
  const names = (rule['require'] as readonly unknown[]).map(String);
  return (
    <MultiSelect
      label={t('types.rules.required')}
      data={choicesOf(fields, names)}
      value={names}
      onChange={(require) => onChange({ ...rule, require })}
      readOnly={!mayEdit}
      searchable
    />
  );
}

function UniqueInputs({ rule, mayEdit, onChange }: SubjectProps) {
  const { t } = useTranslation();
  const set = (isPerLocale: boolean): void => {
    const { per: _, ...others } = rule;
    onChange(isPerLocale ? { ...others, per: 'locale' } : others);
  };
  return (
    <Checkbox
      mt="xl"
      label={t('types.rules.perLocale')}
      checked={rule['per'] === 'locale'}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
      disabled={!mayEdit}
    />
  );
}

function CountInputs({ rule, mayEdit, onChange }: SubjectProps) {
  const { t } = useTranslation();
  const count = rule['count'] as FormValues;
  return (['min', 'max'] as const).map((name) => (
    <NumberInput
      key={name}
      label={t(`types.rules.count.${name}`)}
      value={typeof count[name] === 'number' ? count[name] : ''}
      onChange={(next) => {
        const { [name]: _, ...others } = count;
        onChange({ ...rule, count: typeof next === 'number' ? { ...others, [name]: next } : others });
      }}
      min={0}
      allowDecimal={false}
      readOnly={!mayEdit}
    />
  ));
}

function PatternInput({ rule, mayEdit, onChange }: SubjectProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('types.pattern')}
      description={t('types.patternHint')}
      dir="ltr"
      spellCheck={false}
      value={String(rule['matches'] ?? '')}
      onChange={({ currentTarget }) => onChange({ ...rule, matches: currentTarget.value })}
      readOnly={!mayEdit}
    />
  );
}

/** Stands for a value that is typed, among the fields to compare with. */
const OWN_VALUE = '.value';

function ComparisonInputs({ rule, fields, field, mayEdit, onChange }: SubjectProps) {
  const { t } = useTranslation();
  const { name, operand } = comparisonOf(rule);
  if (!field) return null;
  const named = isValueObject(operand) ? operand['field'] : operand;
  const others = listComparable(field, fields);
  const isField = others.some((one) => one.name === named);
  const { default: _, required: __, help: ___, pattern: ____, ...plain } = field;
  const set = (next: { readonly name?: RuleComparison; readonly operand?: unknown }): void =>
    onChange(withSubject(rule, { field: field.name, [next.name ?? name]: 'operand' in next ? next.operand : operand }));
  const comparisons = [...new Set([...listComparisons(field), name])];
  const value = isValueObject(operand) && 'value' in operand ? operand['value'] : operand;
  return (
    <>
      <Select
        label={t('types.rules.comparison')}
        data={comparisons.map((one) => ({ value: one, label: t(`types.rules.comparisons.${one}`) }))}
        value={name}
        onChange={(next) => next && set({ name: next as RuleComparison })}
        readOnly={!mayEdit}
        allowDeselect={false}
      />
      <Select
        label={t('types.rules.other')}
        data={[...choicesOf(others, []), { value: OWN_VALUE, label: t('types.rules.ownValue') }]}
        value={isField ? String(named) : OWN_VALUE}
        onChange={(next) => set({ operand: next === OWN_VALUE ? '' : next })}
        readOnly={!mayEdit}
        allowDeselect={false}
      />
      {!isField && (
        <ValueInput
          key={field.name}
          field={{ ...plain, label: t('types.conditionValue') }}
          value={value === '' ? undefined : value}
          mayEdit={mayEdit}
          onChange={(next) =>
            set({ operand: fields.some((one) => one.name === next) ? { value: next } : (next ?? '') })
          }
        />
      )}
    </>
  );
}

const INPUTS: Readonly<Record<Exclude<RuleSubject, 'require'>, (props: SubjectProps) => React.ReactNode>> = {
  compare: ComparisonInputs,
  unique: UniqueInputs,
  count: CountInputs,
  matches: PatternInput,
};
