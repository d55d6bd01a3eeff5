import { NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { findFieldFacts } from '../../../../../fields/facts.ts';
import classes from '../FieldForm.module.css';
import { type FieldDraft, withValues } from '../fieldDraft.ts';
import { fieldKindForm } from '../fieldKinds.ts';

interface LimitInputsProps {
  readonly field: FieldDraft;
  readonly mayEdit: boolean;
  problemOf(part: 'min' | 'pattern'): string | undefined;
  onChange(field: FieldDraft): void;
}

/** The smallest and the largest value, length or number of entries, in the words of the field's kind. */
export function LimitInputs({ field, mayEdit, problemOf, onChange }: LimitInputsProps) {
  const { t } = useTranslation();
  const limits = findFieldFacts(field.type)?.measure;
  if (!limits) return null;
  const isCount = limits !== 'number';
  return (
    <div className={classes.pair}>
      {(['min', 'max'] as const).map((key) => (
        <NumberInput
          key={key}
          label={t(`types.limits.${limits}.${key}`)}
          placeholder={t('types.noLimit')}
          value={typeof field[key] === 'number' ? field[key] : ''}
          onChange={(value) => onChange(withValues(field, { [key]: value === '' ? undefined : Number(value) }))}
          error={key === 'min' ? problemOf('min') : undefined}
          readOnly={!mayEdit}
          {...(isCount && { min: 0, allowDecimal: false })}
        />
      ))}
    </div>
  );
}

/** The pattern that a text must match, and what it asks for in words. */
export function PatternInputs({ field, mayEdit, problemOf, onChange }: LimitInputsProps) {
  const { t } = useTranslation();
  if (!fieldKindForm(field.type).hasPattern) return null;
  const textOf = (key: string): string => (typeof field[key] === 'string' ? field[key] : '');
  const set = (key: string, value: string): void => onChange(withValues(field, { [key]: value }));
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('types.pattern')}
        description={t('types.patternHint')}
        dir="ltr"
        spellCheck={false}
        value={textOf('pattern')}
        error={problemOf('pattern')}
        readOnly={!mayEdit}
        onChange={({ currentTarget }) => set('pattern', currentTarget.value)}
      />
      {textOf('pattern') !== '' && (
        <TextInput
          label={t('types.patternHelp')}
          description={t('types.patternHelpHint')}
          dir="auto"
          value={textOf('patternHelp')}
          readOnly={!mayEdit}
          onChange={({ currentTarget }) => set('patternHelp', currentTarget.value)}
        />
      )}
    </div>
  );
}
