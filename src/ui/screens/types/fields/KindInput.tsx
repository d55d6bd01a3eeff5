import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useExtensionKinds } from '../../../frames/kinds.ts';
import { fieldTypeName, isEditableFieldType, KIND_GROUPS, nestsFields } from './fieldKinds.ts';

interface KindInputProps {
  readonly type: string;
  /** Whether it holds fields: then it can only become another kind that does. */
  readonly holdsFields: boolean;
  readonly mayEdit: boolean;
  onChange(type: string): void;
}

/** The kind of a field, chosen from a list in groups. */
export function KindInput({ type, holdsFields, mayEdit, onChange }: KindInputProps) {
  const { t, i18n } = useTranslation();
  const groups = KIND_GROUPS.map(({ group, types }) => ({
    group: t(`types.kindGroups.${group}`),
    items: types.map((value) => ({
      value: value as string,
      label: fieldTypeName(value, i18n.language),
      disabled: holdsFields && !nestsFields(value),
    })),
  }));
  const kinds = useExtensionKinds();
  const extended = {
    group: t('types.kindGroups.extensions'),
    items: kinds.map(({ kind, extension }) => ({
      value: kind,
      label: `${kind} (${extension})`,
      disabled: holdsFields,
    })),
  };
  // One that a later version knows, or an extension that is gone, stays as it is.
  const isKnown = isEditableFieldType(type) || kinds.some(({ kind }) => kind === type);
  const unknown = isKnown ? [] : [{ group: '', items: [{ value: type, label: type, disabled: false }] }];
  return (
    <Select
      label={t('types.kind')}
      description={holdsFields && t('types.kindHolds')}
      data={[...groups, ...(kinds.length > 0 ? [extended] : []), ...unknown]}
      value={type}
      onChange={(next) => next && onChange(next)}
      readOnly={!mayEdit}
      allowDeselect={false}
      searchable
      maxDropdownHeight={320}
    />
  );
}
