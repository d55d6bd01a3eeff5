import { Button, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../../fields/fieldLabel.ts';
import type { Field } from '../../../../wire/interface.ts';
import classes from '../FieldForm.module.css';
import { type FieldDraft, withValues } from '../fieldDraft.ts';
import { ConditionsInput } from './ConditionsInput.tsx';
import { type ConditionDraft, firstCondition, readConditionDraft, setFieldCondition } from './condition.ts';
import { addTest } from './conditionList.ts';
import { TestInputs } from './TestInputs.tsx';

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
      <ConditionsInput
        label={t('types.condition')}
        value={field['condition']}
        others={others}
        mayEdit={mayEdit}
        onChange={(next) => onChange(withValues(field, { condition: next }))}
      />
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
      {condition && about && mayEdit && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange(withValues(field, { condition: addTest(field['condition'], about) }))}
        >
          {t('types.addCondition')}
        </Button>
      )}
    </div>
  );
}

/** The fields to choose from; one that is gone is among them, or it could not be seen. */
function listFieldChoices(others: readonly Field[], chosen: string | undefined) {
  const known = others.map((one) => ({ value: one.name, label: fieldLabel(one) }));
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen);
  return isKnown ? known : [...known, { value: chosen, label: chosen }];
}
