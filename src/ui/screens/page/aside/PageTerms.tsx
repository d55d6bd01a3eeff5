import { MultiSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormScope, useValue } from '../../../form/FormContext.tsx';
import { type ListedVocabulary, MOST_TERMS_SHOWN, useTerms } from '../../../wire/useTerms.ts';

/** The terms of a page, with one input for each vocabulary. */
export function PageTerms() {
  const vocabularies = useTerms();
  return vocabularies.map((vocabulary) => <TermsOf key={vocabulary.slug} vocabulary={vocabulary} />);
}

function TermsOf({ vocabulary: { name, terms } }: { readonly vocabulary: ListedVocabulary }) {
  const { t } = useTranslation();
  const { isReadOnly } = useFormScope();
  const [value, set] = useValue(['terms']);
  const data = useMemo(() => terms.map((term) => ({ value: String(term.id), label: term.name })), [terms]);
  const known = useMemo(() => new Set(terms.map(({ id }) => id)), [terms]);
  const ids = (Array.isArray(value) ? value : []) as readonly number[];
  const own = ids.filter((id) => known.has(id));
  const others = ids.filter((id) => !known.has(id));
  return (
    <MultiSelect
      label={name}
      readOnly={isReadOnly}
      data={data}
      limit={MOST_TERMS_SHOWN}
      value={own.map(String)}
      onChange={(chosen) => set([...others, ...chosen.map(Number)])}
      placeholder={own.length === 0 ? t('fields.chooseTerm') : undefined}
      searchable
      hidePickedOptions
    />
  );
}
