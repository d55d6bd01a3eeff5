import { Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockIcon } from '../../blocks/BlockIcon.tsx';
import { CodeField } from '../../codeField/CodeField.tsx';
import { isClash } from '../../parts/clash/useClash.ts';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { readOnlyUnless } from '../../parts/record/readOnlyUnless.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { Problem } from '../../parts/screen/Problem.tsx';
import { useRole } from '../../session/useRole.ts';
import { WireError } from '../../wire/WireError.ts';
import { askWhatBreaks } from './askWhatBreaks.tsx';
import {
  type AnyType,
  changeType,
  createType,
  deleteType,
  editedTypeQuery,
  foresee,
  type TypeKind,
} from './queries.ts';
import { SchemaInput } from './SchemaInput.tsx';
import { bodyOf, parse, problemsBelow, type TypeValues, valuesOf } from './typeValues.ts';

interface TypeDrawerProps {
  readonly kind: TypeKind;
  /** Undefined for a new one. */
  readonly record: AnyType | undefined;
  onClose(): void;
}

/** One type: its name and its fields. Reports what a change would break before saving it. */
export function TypeDrawer({ kind, record, onClose }: TypeDrawerProps) {
  const { data, error, refetch } = useQuery({
    ...editedTypeQuery(kind, record?.id ?? 0),
    enabled: record !== undefined,
  });
  if (record && !data)
    return (
      error && (
        <RecordDrawer title={record.name} isDirty={false} onClose={onClose}>
          <Problem error={error} onRetry={() => void refetch()} />
        </RecordDrawer>
      )
    );
  return <OpenType kind={kind} record={data?.record} etag={data?.etag ?? null} onClose={onClose} />;
}

interface OpenTypeProps extends TypeDrawerProps {
  readonly etag: string | null;
}

function OpenType({ kind, record: given, etag, onClose }: OpenTypeProps) {
  const { t } = useTranslation();
  const isAdmin = useRole('admin');
  // The form keeps the values that it was opened with, so it has to keep their version, too.
  const [editedEtag, setEditedEtag] = useState(etag);
  const [created, setCreated] = useState<AnyType>();
  const record = given ?? created;
  const form = useForm<TypeValues>({
    enhanceGetInputProps: readOnlyUnless(isAdmin),
    initialValues: valuesOf(record),
    validate: {
      fieldsSchema: (text) => (parse(text) === undefined ? t('types.noJson') : null),
      regions: (text) => (Array.isArray(parse(text)) ? null : t('types.noJson')),
    },
  });
  const saving = useSaving({
    form,
    kind,
    async save(values, changed) {
      if (!record) return createType(kind, { ...bodyOf(kind, values), name: values.name });
      const change = { id: record.id, body: bodyOf(kind, changed, record) };
      if (!(await askWhatBreaks(await foresee(kind, record.id, change.body)))) return false;
      try {
        return await changeType(kind, { ...change, etag: editedEtag });
      } catch (error) {
        if (!(error instanceof WireError) || !isClash(error)) throw error;
        const question = { title: t('page.clashTitle'), text: t('types.clash'), action: t('types.replace') };
        return (await confirm({ ...question, isDangerous: true })) && changeType(kind, { ...change, etag: null });
      }
    },
    onSaved: onClose,
    onGoOn({ data, etag: savedEtag, meta }) {
      setCreated(data);
      // The form does not show what was merged: against the version before it, the next save is merged again.
      if (!meta?.merged?.length) setEditedEtag(savedEtag);
    },
  });
  return (
    <RecordDrawer
      title={record?.name ?? t(`types.new.${kind}`)}
      saving={isAdmin ? saving : undefined}
      isDirty={form.isDirty()}
      action={record ? t('common.save') : t('common.create')}
      onClose={onClose}
      others={
        isAdmin &&
        record && (
          <DeleteButton
            title={t('types.deleteTitle', { name: record.name })}
            text={(count) => t('types.deleteText', { count })}
            of={{ kind, id: record.id }}
            isKeptInUse
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
      {kind === 'contentType' && (
        <TextInput
          label={t('types.plural')}
          description={t('types.pluralHelp')}
          dir="auto"
          {...form.getInputProps('plural')}
        />
      )}
      <TextInput
        label={t('types.slug')}
        description={t('types.slugHelp')}
        dir="ltr"
        readOnly={record !== undefined}
        {...form.getInputProps('slug')}
      />
      <Textarea label={t('types.description')} autosize dir="auto" {...form.getInputProps('description')} />
      {kind === 'blockType' && (
        <TextInput
          label={t('types.icon')}
          description={t('types.iconHelp')}
          rightSection={<BlockIcon icon={form.values.icon} />}
          {...form.getInputProps('icon')}
        />
      )}
      {record && kind === 'contentType' && (
        <Text size="sm">
          <Link to="/pages" search={{ type: record.slug }} style={{ color: 'var(--chosen-text)' }}>
            {t('types.itsPages')}
          </Link>
        </Text>
      )}
      <SchemaInput
        value={form.values.fieldsSchema}
        problem={form.errors['fieldsSchema'] as string | undefined}
        problemsInside={problemsBelow(form.errors, 'fieldsSchema')}
        mayEdit={isAdmin}
        onChange={(text) => form.setFieldValue('fieldsSchema', text)}
      />
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
