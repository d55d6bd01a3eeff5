import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../ui/fields/kind.ts';
import { readId } from '../../ui/fields/value/readId.ts';
import { MOST_TERMS_SHOWN, useTerms } from '../../ui/wire/useTerms.ts';

/** A term, from the vocabulary that the field names, else from any. */
export function TermInput({ field, value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const { data, depths } = useChoices(field.settings?.['vocabulary']);
  const id = readId(value);
  return (
    <Select
      {...frame}
      placeholder={t('fields.chooseTerm')}
      data={data}
      limit={MOST_TERMS_SHOWN}
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

/** The terms to choose from, and the depth of each in its tree. */
function useChoices(vocabulary: unknown) {
  const vocabularies = useTerms();
  return useMemo(() => {
    const groups = vocabularies.filter(({ slug }) => vocabulary === undefined || slug === vocabulary);
    const data = groups.map(({ name, terms }) => ({
      group: groups.length > 1 ? name : '',
      items: terms.map((term) => ({ value: String(term.id), label: term.name })),
    }));
    return { data, depths: new Map(groups.flatMap(({ terms }) => terms.map((one) => [String(one.id), one.depth]))) };
  }, [vocabularies, vocabulary]);
}
