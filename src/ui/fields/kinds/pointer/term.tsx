import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTerms } from '../../../wire/useTerms.ts';
import type { InputProps } from '../../kind.ts';
import { readId } from '../../readId.ts';

/** A term, of the field's own vocabulary where it names one. */
export function TermInput({ field, value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const vocabulary = field.settings?.['vocabulary'];
  const groups = useTerms().filter(({ slug }) => vocabulary === undefined || slug === vocabulary);
  const depths = new Map(groups.flatMap(({ terms }) => terms.map((term) => [String(term.id), term.depth])));
  const id = readId(value);
  return (
    <Select
      {...frame}
      placeholder={t('fields.chooseTerm')}
      data={groups.map(({ name, terms }) => ({
        group: groups.length > 1 ? name : '',
        items: terms.map((term) => ({ value: String(term.id), label: term.name })),
      }))}
      value={id === undefined ? null : String(id)}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
      renderOption={({ option }) => (
        <span style={{ paddingInlineStart: `${depths.get(option.value) ?? 0}rem` }}>{option.label}</span>
      )}
      searchable
      clearable
      maw={420}
    />
  );
}
