import { Select } from '@mantine/core';
import type { InputProps } from '../../ui/fields/kind.ts';
import { listFieldOptions } from '../../ui/fields/value/choices.ts';

const MOST_WITHOUT_SEARCH = 8;

/** One of the field's options. */
export function SelectInput({ field, value, onChange, frame }: InputProps) {
  const chosen = typeof value === 'string' ? value : null;
  const choices = listFieldOptions(field, chosen === null ? [] : [chosen]);
  return (
    <Select
      {...frame}
      data={choices}
      value={chosen}
      onChange={(next) => onChange(next ?? undefined)}
      clearable={!field.required}
      searchable={choices.length > MOST_WITHOUT_SEARCH}
      allowDeselect={false}
      maw={420}
    />
  );
}
