import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { blockTypesQuery, contentTypesQuery } from '../../wire/queries.ts';
import { slugFromName } from './names.ts';
import type { AnyType, TypeKind } from './queries.ts';
import type { TypeValues } from './typeValues.ts';

export interface NameInputsProps {
  readonly kind: TypeKind;
  /** Undefined for a new one. */
  readonly record: AnyType | undefined;
  readonly form: UseFormReturnType<TypeValues>;
}

/** The name of a type, and its short name, which is made from it until somebody edits it. */
export function NameInputs({ kind, record, form }: NameInputsProps) {
  const { t } = useTranslation();
  const { name, slug } = form.values;
  const isTaken = useSlugs(kind).includes(slug) && record === undefined;
  const nameProps = form.getInputProps('name');
  const slugProps = form.getInputProps('slug');
  return (
    <>
      <TextInput
        label={t('common.name')}
        data-autofocus={!record || undefined}
        dir="auto"
        {...nameProps}
        onChange={(event) => {
          nameProps['onChange'](event);
          if (!record && slug === slugFromName(name))
            form.setFieldValue('slug', slugFromName(event.currentTarget.value));
        }}
      />
      {kind === 'contentType' && (
        <TextInput
          label={t('types.plural')}
          description={t('types.pluralHelp')}
          dir="auto"
          {...form.getInputProps('settings.plural')}
        />
      )}
      <TextInput
        label={t('types.slug')}
        description={t('types.slugHelp')}
        dir="ltr"
        readOnly={record !== undefined}
        {...slugProps}
        error={slugProps['error'] ?? (isTaken && t('types.slugTaken'))}
      />
    </>
  );
}

/** The short names of all types of a kind. */
function useSlugs(kind: TypeKind): readonly string[] {
  const { data: contentTypes = [] } = useQuery(contentTypesQuery);
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  return (kind === 'contentType' ? contentTypes : blockTypes).map(({ slug }) => slug);
}
