import { Alert, Button, Group, Loader, NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../../parts/localeName.ts';
import { ProblemNotice } from '../../../parts/screen/ProblemNotice.tsx';
import type { Migration } from '../../../wire/interface.ts';
import { settingsQuery } from '../../../wire/queries.ts';
import { type MigrationBody, migrationForecastQuery } from '../queries.ts';
import { type Fate, type FieldChoice, firstFates, SHARE_FROM, toOperations } from './findChoices.ts';
import { MigrationRecords } from './MigrationRecords.tsx';

interface MigrationDialogProps {
  readonly request: Omit<MigrationBody, 'operations'>;
  readonly choices: readonly FieldChoice[];
  onConfirm(operations: readonly object[]): void;
  onCancel(): void;
}

/** Asks what becomes of the values of fields, and shows what each choice does before it is done. */
export function MigrationDialog({ request, choices, onConfirm, onCancel }: MigrationDialogProps) {
  const { t } = useTranslation();
  const [fates, setFates] = useState(() => firstFates(choices));
  const operations = toOperations(choices, fates);
  const { data, error, isFetching, refetch } = useQuery({
    ...migrationForecastQuery({ ...request, operations }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="md">
      {choices.map((choice) => (
        <ChoiceInput
          key={choice.path}
          choice={choice}
          fate={fates[choice.path] ?? 'keep'}
          onChange={(fate) => setFates((now) => ({ ...now, [choice.path]: fate }))}
        />
      ))}
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      <div aria-live="polite" aria-busy={isFetching}>
        {data ? <Forecast forecast={data} /> : !error && <Loader size="sm" />}
      </div>
      {data && data.records.length > 0 && <MigrationRecords request={{ ...request, operations }} first={data} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {t('types.goOnEditing')}
        </Button>
        <Button disabled={!data || isFetching || data.refused > 0} onClick={() => onConfirm(operations)}>
          {t('types.migrate')}
        </Button>
      </Group>
    </Stack>
  );
}

interface ChoiceInputProps {
  readonly choice: FieldChoice;
  readonly fate: Fate;
  onChange(fate: Fate): void;
}

function ChoiceInput({ choice, fate, onChange }: ChoiceInputProps) {
  const { t, i18n } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  if (choice.change === 'shared') {
    const { defaultLocale, supportedLocales = [] } = settings ?? {};
    const languages = supportedLocales.map((locale) => ({
      value: locale === defaultLocale ? 'share' : `${SHARE_FROM}${locale}`,
      label: t('types.shareFrom', { language: localeName(locale, i18n.language) }),
    }));
    return (
      <NativeSelect
        label={t('types.valuesOf', { label: choice.label, path: choice.path })}
        description={t('types.shareHelp')}
        data={languages}
        value={fate}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  const rest = [
    { value: 'keep', label: t('types.keepValues') },
    { value: 'remove', label: t('types.removeValues') },
  ];
  const data =
    choice.change === 'converted'
      ? [{ value: 'convert', label: t('types.convertValues') }, ...rest]
      : [
          ...choice.targets.map(({ path, label }) => ({ value: path, label: t('types.moveValues', { label, path }) })),
          ...rest,
        ];
  return (
    <NativeSelect
      label={t('types.valuesOf', { label: choice.label, path: choice.path })}
      data={data}
      value={fate}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** "Changes 214 pages, 3 blocks, 2 open changes. 2 pages already have a value there." */
function Forecast({ forecast: { counts, notes, refused, openChanges } }: { readonly forecast: Migration }) {
  const { t } = useTranslation();
  const pages = t('types.migratedPages', { count: counts['page'] ?? 0 });
  const blocks = counts['block'] ? [t('types.migratedBlocks', { count: counts['block'] })] : [];
  const changes = openChanges.length > 0 ? [t('types.migratedChanges', { count: openChanges.length })] : [];
  const parts = [pages, ...blocks, ...changes];
  return (
    <Stack gap={4}>
      <Text size="sm">{t('types.migrates', { parts: parts.join(', ') })}</Text>
      {(['occupied', 'unfit', 'lost', 'leftOver'] as const).map(
        (reason) =>
          notes[reason] > 0 && (
            <Text key={reason} size="sm">
              {t(`types.migrationNotes.${reason}`, { count: notes[reason] })}
            </Text>
          ),
      )}
      {refused > 0 && <Alert color="red">{t('types.migrationRefused', { count: refused })}</Alert>}
    </Stack>
  );
}
