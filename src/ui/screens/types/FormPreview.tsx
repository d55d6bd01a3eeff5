import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fields } from '../../fields/Fields.tsx';
import { createFormDocument } from '../../form/document.ts';
import { FormProvider } from '../../form/FormContext.tsx';
import classes from './FormPreview.module.css';
import { OwnForm } from './fields/inputs/OwnForm.tsx';
import type { FieldNode } from './fields/layout/fieldNodes.ts';
import { previewFields } from './fields/previewFields.ts';

/** Where the tried values are in their form: apart from the paths of every other form. */
const PATH = ['preview'];

interface FormPreviewProps {
  readonly nodes: readonly FieldNode[];
  /** Whether it can be tried out. */
  readonly mayEdit: boolean;
}

/** The form as editors will see it. What is typed into it tries the form out, and goes nowhere. */
export function FormPreview({ nodes, mayEdit }: FormPreviewProps) {
  const { t } = useTranslation();
  const [form] = useState(() => createFormDocument({}));
  const fields = useMemo(() => previewFields(nodes), [nodes]);
  return (
    <section className={classes.preview} aria-label={t('types.preview')}>
      <Text fw={600} size="sm">
        {t('types.preview')}
      </Text>
      <Text size="xs" c="dimmed" mb="md">
        {mayEdit && t('types.previewHelp')}
      </Text>
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('types.previewEmpty')}
        </Text>
      )}
      <OwnForm>
        <FormProvider form={form} isReadOnly={!mayEdit} locale={undefined}>
          <Fields fields={fields} path={PATH} />
        </FormProvider>
      </OwnForm>
    </section>
  );
}
