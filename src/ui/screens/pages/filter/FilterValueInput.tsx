import { Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listFieldOptions } from '../../../fields/value/choices.ts';
import { readTargetTypes } from '../../../fields/value/readTargetTypes.ts';
import { PagePicker } from '../../../parts/PagePicker.tsx';
import type { Field } from '../../../wire/interface.ts';
import { MOST_TERMS_SHOWN, useTerms } from '../../../wire/useTerms.ts';

interface FilterValueInputProps {
  readonly field: Field;
  readonly value: string;
  onChange(value: string): void;
}

/** The input for the value of a condition, to suit the kind of the field. */
export function FilterValueInput({ field, value, onChange }: FilterValueInputProps) {
  const { t } = useTranslation();
  const label = t('pages.filterValue');
  const choose = (data: readonly { value: string; label: string }[]) => (
    <Select
      label={label}
      data={[...data]}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      searchable
      comboboxProps={{ withinPortal: false }}
    />
  );
  if (field.type === 'boolean')
    return choose([
      { value: 'true', label: t('common.yes') },
      { value: 'false', label: t('common.no') },
    ]);
  if (field.type === 'select' || field.type === 'multiselect') return choose(listFieldOptions(field, []));
  if (field.type === 'term') return <TermSelect {...{ label, value, onChange }} />;
  if (field.type === 'page' || field.type === 'reference')
    return (
      <PagePicker
        label={label}
        types={readTargetTypes(field)}
        value={value === '' ? undefined : Number(value)}
        onChange={(id) => onChange(id === undefined ? '' : String(id))}
        comboboxProps={{ withinPortal: false }}
      />
    );
  return (
    <TextInput
      label={label}
      type={INPUT_TYPES[field.type] ?? 'text'}
      step="any"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  number: 'number',
  integer: 'number',
  date: 'date',
  datetime: 'date',
};

interface TermSelectProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

function TermSelect({ label, value, onChange }: TermSelectProps) {
  const vocabularies = useTerms();
  const data = useMemo(
    () =>
      vocabularies.map(({ name, terms }) => ({
        group: name,
        items: terms.map((term) => ({ value: String(term.id), label: term.name })),
      })),
    [vocabularies],
  );
  return (
    <Select
      label={label}
      data={data}
      limit={MOST_TERMS_SHOWN}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      searchable
      comboboxProps={{ withinPortal: false }}
    />
  );
}
