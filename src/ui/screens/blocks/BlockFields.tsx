import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Fields } from '../../fields/Fields.tsx';
import type { FormDocument } from '../../form/document.ts';
import { FormProvider, useProblem, useValue } from '../../form/FormContext.tsx';
import { ExtensionPanels } from '../../frames/ExtensionPanels.tsx';
import type { AdminBlockType } from '../../wire/interface.ts';
import { blockTypesQuery } from '../../wire/queries.ts';

/** The type of a block; undefined until it is loaded, and if there is none with that slug. */
export function useBlockType(slug: string): AdminBlockType | undefined {
  const { data: types = [] } = useQuery(blockTypesQuery);
  return types.find((type) => type.slug === slug);
}

interface BlockFieldsProps {
  /** Null for one that is not created yet. */
  readonly id: number | null;
  readonly form: FormDocument;
  readonly type: AdminBlockType | undefined;
  readonly isReadOnly: boolean;
}

/** The inputs of a reusable block: its name, and the fields of its type. */
export function BlockFields({ id, form, type, isReadOnly }: BlockFieldsProps) {
  const slug = type?.slug;
  const record = useMemo(() => ({ kind: 'block' as const, id, ...(slug !== undefined && { type: slug }) }), [id, slug]);
  return (
    <FormProvider form={form} isReadOnly={isReadOnly} locale={undefined} record={record}>
      <BlockNameInput isReadOnly={isReadOnly} />
      {type && <Fields fields={type.fields} path={['fields']} />}
      {type && <ExtensionPanels at="block.below" type={type.slug} holder={{ fields: type.fields, path: ['fields'] }} />}
    </FormProvider>
  );
}

function BlockNameInput({ isReadOnly }: Pick<BlockFieldsProps, 'isReadOnly'>) {
  const { t } = useTranslation();
  const [value, set] = useValue(['title']);
  const problem = useProblem(['title']);
  return (
    <TextInput
      label={t('blocks.name')}
      description={t('blocks.nameHelp')}
      dir="auto"
      data-autofocus
      readOnly={isReadOnly}
      error={problem}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}
