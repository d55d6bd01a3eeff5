import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { contentTypesQuery, taxonomiesQuery } from '../../../../wire/queries.ts';
import { type FieldDraft, readFieldSettings, withSettings } from '../fieldDraft.ts';
import { fieldKindForm } from '../fieldKinds.ts';

interface TargetInputsProps {
  readonly field: FieldDraft;
  readonly mayEdit: boolean;
  onChange(field: FieldDraft): void;
}

/** What a field may refer to: pages of some types, or the terms of one vocabulary. */
export function TargetInputs(props: TargetInputsProps) {
  const { hasTypes, hasVocabulary } = fieldKindForm(props.field.type);
  if (hasTypes) return <TypesInput {...props} />;
  return hasVocabulary ? <VocabularyInput {...props} /> : null;
}

function TypesInput({ field, mayEdit, onChange }: TargetInputsProps) {
  const { t } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const { types: chosen } = readFieldSettings(field);
  const value = Array.isArray(chosen) ? chosen.map(String) : [];
  return (
    <MultiSelect
      label={t('types.allowedTypes')}
      placeholder={value.length === 0 ? t('types.anyType') : undefined}
      data={withChosen(types, value)}
      value={value}
      onChange={(next) => onChange(withSettings(field, { types: next }))}
      readOnly={!mayEdit}
      searchable
      clearable
    />
  );
}

function VocabularyInput({ field, mayEdit, onChange }: TargetInputsProps) {
  const { t } = useTranslation();
  const { data: vocabularies = [] } = useQuery(taxonomiesQuery);
  const { vocabulary } = readFieldSettings(field);
  const value = typeof vocabulary === 'string' ? vocabulary : null;
  return (
    <Select
      label={t('types.vocabulary')}
      placeholder={t('types.anyVocabulary')}
      data={withChosen(vocabularies, value === null ? [] : [value])}
      value={value}
      onChange={(next) => onChange(withSettings(field, { vocabulary: next ?? undefined }))}
      readOnly={!mayEdit}
      clearable
    />
  );
}

interface NamedRecord {
  readonly slug: string;
  readonly name: string;
}

/** Records to choose from by their names; what is chosen and gone is among them by its slug. */
export function withChosen(records: readonly NamedRecord[], chosen: readonly string[]) {
  const known = records.map(({ slug, name }) => ({ value: slug, label: name }));
  const gone = chosen.filter((slug) => !records.some((one) => one.slug === slug));
  return [...known, ...gone.map((slug) => ({ value: slug, label: slug }))];
}
