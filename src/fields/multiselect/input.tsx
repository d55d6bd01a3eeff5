import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../ui/fields/kind.ts';
import { listFieldOptions } from '../../ui/fields/value/choices.ts';

/** Any number of the field's options. */
export function MultiselectInput({ field, value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const chosen = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  const isFull = field.max !== undefined && chosen.length >= field.max;
  return (
    <MultiSelect
      {...frame}
      data={listFieldOptions(field, chosen)}
      value={chosen}
      onChange={onChange}
      maxValues={field.max}
      placeholder={isFull ? undefined : t('common.add')}
      hidePickedOptions
      searchable
      clearable
    />
  );
}
