import { Alert, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../codeField/CodeField.tsx';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { useSaving } from '../../parts/record/useSaving.ts';
import { useRole } from '../../session/useRole.ts';
import { askWhatBreaks } from './askWhatBreaks.tsx';
import { FieldList } from './FieldList.tsx';
import { fieldsOf } from './fieldDraft.ts';
import { type AnyType, deleteType, foresee, saveType, type TypeBody, type TypeKind } from './queries.ts';

interface TypeDrawerProps {
  readonly kind: TypeKind;
  /** Absent: a new one. */
  readonly record: AnyType | undefined;
  onClose(): void;
}

interface Values {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** The schema of the fields, as JSON. */
  readonly fieldsSchema: string;
  /** The regions of pages, as JSON. */
  readonly regions: string;
}

const write = (value: unknown): string => JSON.stringify(value, null, 2);

const valuesOf = (record: AnyType | undefined): Values => ({
  name: record?.name ?? '',
  slug: record?.slug ?? '',
  description: record?.description ?? '',
  fieldsSchema: write(record?.fieldsSchema ?? []),
  regions: write(record && 'regions' in record ? record.regions : []),
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One type: its name and its fields, as a form or as JSON. What a change would break is told before it is made. */
export function TypeDrawer({ kind, record, onClose }: TypeDrawerProps) {
  const { t } = useTranslation();
  const isAdmin = useRole('admin');
  const [view, setView] = useState<'form' | 'json'>('form');
  const form = useForm<Values>({
    initialValues: valuesOf(record),
    validate: {
      fieldsSchema: (text) => (parse(text) === undefined ? t('types.noJson') : null),
      regions: (text) => (Array.isArray(parse(text)) ? null : t('types.noJson')),
    },
  });
  const saving = useSaving({
    form,
    kind,
    async save(values) {
      const body = bodyOf(kind, values);
      if (record && !(await askWhatBreaks(await foresee(kind, record.id, body)))) return false;
      return saveType(kind, record?.id, body);
    },
    onSaved: onClose,
  });
  const fields = fieldsOf(parse(form.values.fieldsSchema));
  return (
    <RecordDrawer
      title={record?.name ?? t(`types.new.${kind}`)}
      saving={isAdmin ? saving : undefined}
      isDirty={form.isDirty()}
      size="44rem"
      action={record ? t('common.save') : t('common.create')}
      onClose={onClose}
      others={
        isAdmin &&
        record && (
          <DeleteButton
            title={t('types.deleteTitle', { name: record.name })}
            text={t('types.deleteText')}
            kind={kind}
            done={t('types.deleted')}
            onDelete={() => deleteType(kind, record.id)}
            onDone={onClose}
          />
        )
      }
    >
      <TextInput
        label={t('common.name')}
        data-autofocus={!record || undefined}
        dir="auto"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('types.slug')}
        description={t('types.slugHelp')}
        dir="ltr"
        readOnly={record !== undefined}
        {...form.getInputProps('slug')}
      />
      <Textarea label={t('types.description')} autosize dir="auto" {...form.getInputProps('description')} />
      {record && kind === 'contentType' && (
        <Text size="sm">
          <Link to="/pages" search={{ type: record.slug }} style={{ color: 'var(--chosen-text)' }}>
            {t('types.itsPages')}
          </Link>
        </Text>
      )}
      <Stack gap="xs">
        <SegmentedControl
          aria-label={t('types.fields')}
          value={fields ? view : 'json'}
          onChange={(value) => setView(value as typeof view)}
          data={[
            { value: 'form', label: t('types.asForm'), disabled: !fields },
            { value: 'json', label: t('types.asJson') },
          ]}
        />
        {fields && view === 'form' ? (
          <FieldList
            fields={fields}
            mayEdit={isAdmin}
            onChange={(next) => form.setFieldValue('fieldsSchema', write(next))}
          />
        ) : (
          <CodeField
            label={t('types.fields')}
            language="json"
            value={form.values.fieldsSchema}
            onChange={(text) => form.setFieldValue('fieldsSchema', text)}
            problem={form.errors.fieldsSchema}
            disabled={!isAdmin}
          />
        )}
        {problemsBelow(form.errors, 'fieldsSchema').map((problem) => (
          <Alert key={problem} color="red" role="alert">
            {problem}
          </Alert>
        ))}
      </Stack>
      {kind === 'contentType' && (
        <CodeField
          label={t('types.regions')}
          description={t('types.regionsHelp')}
          language="json"
          value={form.values.regions}
          onChange={(text) => form.setFieldValue('regions', text)}
          problem={form.errors.regions}
          disabled={!isAdmin}
        />
      )}
    </RecordDrawer>
  );
}

function bodyOf(kind: TypeKind, { slug, regions, fieldsSchema, description, name }: Values): TypeBody {
  return {
    name,
    description: description || null,
    ...(slug && { slug }),
    // Both have been tried before.
    fieldsSchema: parse(fieldsSchema) as TypeBody['fieldsSchema'],
    ...(kind === 'contentType' && { regions: parse(regions) as readonly unknown[] }),
  };
}

/** What the server says of values inside of a field of the form. */
const problemsBelow = (errors: Readonly<Record<string, unknown>>, name: string): readonly string[] =>
  Object.entries(errors).flatMap(([path, message]) => (path.startsWith(`${name}.`) ? [`${path}: ${message}`] : []));
