import { Anchor, List, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import i18next, { type TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isClashError } from '../../parts/clash/useClash.ts';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { openDialogs } from '../../parts/dialog/dialogs.ts';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { readOnlyUnless } from '../../parts/record/readOnlyUnless.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { useMayChange } from '../../session/useMay.ts';
import type { ForeseenType } from '../../wire/interface.ts';
import { toProblems, WireError } from '../../wire/WireError.ts';
import { findFieldProblems } from './fields/fieldProblems.ts';
import { readFieldNodes } from './fields/layout/fieldNodes.ts';
import { findFieldChoices } from './migration/findChoices.ts';
import {
  type AnyType,
  changeType,
  checkTypeChange,
  createType,
  deleteType,
  editedTypeQuery,
  fetchMigrationForecast,
  readType,
  sendMigration,
  type TypeBody,
  type TypeKind,
} from './queries.ts';
import { readRegionDrafts, regionProblem } from './regions/regionDraft.ts';
import { TypeForm } from './TypeForm.tsx';
import { parseJsonText, type TypeValues, toTypeBody, toTypeValues } from './typeValues.ts';

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
          <ProblemNotice error={error} onRetry={() => void refetch()} />
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
  const isAdmin = useMayChange('contentType');
  // The form keeps the values that it was opened with, so it has to keep their version, too.
  const [editedEtag, setEditedEtag] = useState(etag);
  const [created, setCreated] = useState<AnyType>();
  const record = given ?? created;
  const [opened] = useState(() => toTypeValues(record));
  const form = useForm<TypeValues>({
    enhanceGetInputProps: readOnlyUnless(isAdmin),
    initialValues: opened,
    validate: {
      // What has not been changed is no reason to refuse a save.
      fieldsSchema: (text) => (text !== opened.fieldsSchema ? findSchemaProblem(text, t) : null),
      rules: (text) => (text !== opened.rules && !Array.isArray(parseJsonText(text)) ? t('types.noJson') : null),
      regions: (text) => (text !== opened.regions ? regionsProblem(text, t) : null),
    },
  });
  const saving = useSaving({
    form,
    kind,
    async save(values, changed) {
      if (!record) return createType(kind, { ...toTypeBody(kind, values), name: values.name });
      const change = { id: record.id, body: toTypeBody(kind, changed) };
      const migrated = await migrateWith(kind, record, change.body, editedEtag);
      if (migrated !== undefined) return migrated;
      if (!(await askWhatBreaks(await checkTypeChange(kind, record.id, change.body)))) return false;
      try {
        return await changeType(kind, { ...change, etag: editedEtag });
      } catch (error) {
        if (!(error instanceof WireError) || !isClashError(error)) throw error;
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
      isWide
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
      <TypeForm kind={kind} record={record} form={form} mayEdit={isAdmin} />
    </RecordDrawer>
  );
}

/**
 * Saves a change of fields that records have values of together with these records, as somebody chooses.
 * @returns false to go on editing; undefined if no record is concerned
 */
async function migrateWith(kind: TypeKind, record: AnyType, body: Partial<TypeBody>, etag: string | null) {
  const choices = body.fieldsSchema === undefined ? [] : findFieldChoices(record.fieldsSchema, body.fieldsSchema);
  if (choices.length === 0) return undefined;
  const request = { type: { kind, slug: record.slug }, body };
  const all = choices.map(({ path }) => ({ remove: { field: path } }));
  const { counts } = await fetchMigrationForecast({ type: request.type, operations: all });
  if ((counts['page'] ?? 0) + (counts['block'] ?? 0) === 0) return undefined;
  const { askMigration } = await import('./migration/askMigration.tsx');
  const operations = await askMigration(request, choices);
  if (operations === null) return false;
  await sendMigration({ ...request, operations }, etag);
  return readType(kind, record.id);
}

/** Why a schema cannot be saved as it is. */
function findSchemaProblem(text: string, t: TFunction): string | null {
  const schema = parseJsonText(text);
  if (schema === undefined) return t('types.noJson');
  const count = new Set(findFieldProblems(readFieldNodes(schema) ?? []).map(({ id }) => id)).size;
  return count > 0 ? t('types.unfinished', { count }) : null;
}

function regionsProblem(text: string, t: TFunction): string | null {
  const regions = parseJsonText(text);
  if (!Array.isArray(regions)) return t('types.noJson');
  const drafts = readRegionDrafts(regions) ?? [];
  return drafts.some((one) => regionProblem(one, drafts)) ? t('types.unfinishedRegions') : null;
}

/** Reports what a change to a type would break, and asks whether to save it anyway. True at once if it breaks nothing. */
async function askWhatBreaks({ failing, unknownFields, sweptOverrides }: ForeseenType): Promise<boolean> {
  if (failing.records + unknownFields.length + sweptOverrides === 0) return true;
  const { t } = i18next;
  const messages = await toProblems(failing.first);
  const modals = await openDialogs();
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: t('types.breaksTitle'),
      children: (
        <>
          {failing.records > 0 && (
            <>
              <Text size="sm" mb={4}>
                {t('types.wouldFail', { count: failing.records })}
              </Text>
              <List size="sm" mb="sm">
                {failing.first.map(({ kind, id, title, path }, at) => (
                  <List.Item key={`${kind}/${id}`}>
                    {kind === 'page' ? (
                      <Anchor href={`/admin/pages/${id}`} target="_blank" rel="noreferrer">
                        {title}
                      </Anchor>
                    ) : (
                      title
                    )}
                    {`: ${path.at(-1) ?? ''} ${messages[at]?.message ?? ''}`}
                  </List.Item>
                ))}
              </List>
            </>
          )}
          {unknownFields.map(({ name, records }) => (
            <Text key={name} size="sm" mb={4}>
              {t('types.unknown', { name, count: records })}
            </Text>
          ))}
          {sweptOverrides > 0 && <Text size="sm">{t('types.swept', { count: sweptOverrides })}</Text>}
        </>
      ),
      labels: { confirm: t('types.saveAnyway'), cancel: t('types.goOnEditing') },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      // This is called after `onConfirm`, too; the promise is resolved by then.
      onClose: () => resolve(false),
    });
  });
}
