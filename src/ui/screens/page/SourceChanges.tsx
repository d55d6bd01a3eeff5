import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormScope } from '../../form/FormContext.tsx';
import { isSameValue } from '../../form/values.ts';
import { notifyError, notifySuccess } from '../../parts/dialog/notify.tsx';
import { localeName } from '../../parts/localeName.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminContentType } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { blockTypesQuery } from '../../wire/queries.ts';
import { type ChangedValue, groupChanges } from '../history/changes.ts';
import { ValueDiff } from '../history/ValueDiff.tsx';
import type { PageAnswer } from './queries.ts';

/** What has changed in the source of a page since the page was translated from it. */
const sourceQuery = (id: number) =>
  queryOptions({
    queryKey: createQueryKey('page', id, 'source'),
    queryFn: async ({ signal }) => (await ask('GET /api/admin/pages/{id}/source', { path: { id }, signal })).data,
  });

interface SourceChangesProps {
  /** The page that is translated. */
  readonly source: PageAnswer['data'];
  readonly type: AdminContentType | undefined;
}

/**
 * What has changed in the page beside the form since the form's page was made from it, value by value. What needs no
 * words is brought over; the rest is written, and then called up to date.
 */
export function SourceChanges({ source, type }: SourceChangesProps) {
  const { t, i18n } = useTranslation();
  const { record, isReadOnly } = useFormScope();
  const id = record?.id ?? 0;
  const { data } = useQuery(sourceQuery(id));
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const settle = useUpToDate(id, source.locale);
  if (!data || (data.source && data.source.id !== source.id)) return null;
  const language = localeName(source.locale, i18n.language);
  const isOutdated = data.state === 'outdated';
  const values = groupChanges(data.changes, { t, type, blockTypes });
  const button = !isReadOnly && (isOutdated || data.source === null) && (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconCheck size={15} />}
      loading={settle.isPending}
      onClick={() => settle.mutate()}
    >
      {t('translations.upToDate')}
    </Button>
  );
  if (!isOutdated)
    return (
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed">
          {t(data.source === null ? 'translations.unknown' : 'translations.current', { language })}
        </Text>
        {button}
      </Group>
    );
  return (
    <Alert
      variant="default"
      mb="md"
      icon={<IconLanguage />}
      title={t(values.length > 0 ? 'translations.changed' : 'translations.changedSomehow', {
        count: values.length,
        language,
      })}
    >
      <Stack gap="sm">
        {values.map((value) => (
          <div key={value.name}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" fw={550} dir="auto">
                {value.label}
              </Text>
              <BringOver value={value} />
            </Group>
            {value.changes.map((change) => (
              <ValueDiff key={change.key} change={change} name={value.name} />
            ))}
          </div>
        ))}
        <Group justify="end">{button}</Group>
      </Stack>
    </Alert>
  );
}

/** The kinds of fields whose values are the same in every language. */
const WORDLESS: readonly string[] = [
  ...['media', 'gallery', 'date', 'datetime', 'number', 'integer', 'boolean'],
  ...['select', 'multiselect', 'color', 'email', 'reference', 'page', 'term'],
];

/** Puts the present value of the source into the form. */
function BringOver({ value: { name, label, changes } }: { readonly value: ChangedValue }) {
  const { t } = useTranslation();
  const { form, isReadOnly, lockOf } = useFormScope();
  const [change, ...others] = changes;
  const path = name.split('/');
  const isWordless = change?.key === name && others.length === 0 && WORDLESS.includes(change.field?.type ?? '');
  if (!isWordless || isReadOnly || lockOf?.(path) !== undefined) return null;
  const next = change.after ?? undefined;
  const bring = (): void => {
    const step = form.together(() => {
      if (!isSameValue(form.at(path), next)) form.set(path, next);
    });
    notifySuccess(t('translations.brought', { label }), step && (() => form.revert(step)));
  };
  return (
    <Button size="compact-xs" variant="subtle" aria-label={t('translations.bringOverNamed', { label })} onClick={bring}>
      {t('translations.bringOver')}
    </Button>
  );
}

/** Says that a page now says what the present version of its source says. Visitors see no difference. */
function useUpToDate(id: number, of: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask('PUT /api/admin/pages/{id}', { path: { id }, body: { translation: { of } } }),
    onSuccess: async () => {
      notifySuccess(t('translations.isUpToDate'));
      await client.invalidateQueries({ queryKey: createQueryKey('page') });
    },
    onError: notifyError,
  });
}
