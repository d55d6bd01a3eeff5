import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormScope, useValue } from '../../../form/FormContext.tsx';
import { useTerms } from '../../../wire/useTerms.ts';

/** What a page is about: the terms of each vocabulary. */
export function PageTerms() {
  const { t } = useTranslation();
  const { isReadOnly } = useFormScope();
  const vocabularies = useTerms();
  const [value, set] = useValue(['terms']);
  const ids = (Array.isArray(value) ? value : []) as readonly number[];
  return vocabularies.map(({ slug, name, terms }) => {
    const own = ids.filter((id) => terms.some((term) => term.id === id));
    const others = ids.filter((id) => !own.includes(id));
    return (
      <MultiSelect
        key={slug}
        label={name}
        readOnly={isReadOnly}
        data={terms.map((term) => ({ value: String(term.id), label: term.name }))}
        value={own.map(String)}
        onChange={(chosen) => set([...others, ...chosen.map(Number)])}
        placeholder={own.length === 0 ? t('fields.chooseTerm') : undefined}
        searchable
        hidePickedOptions
      />
    );
  });
}
