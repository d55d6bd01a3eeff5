import { Button, Card, Group, Loader, Select, Stack, Text, Title } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { absoluteTime, relativeTime } from '../../parts/relativeTime.ts';
import { Problem } from '../../parts/screen/Problem.tsx';
import type { AdminContentType, AdminPage, RevisionItem } from '../../wire/interface.ts';
import { blockTypesQuery } from '../../wire/queries.ts';
import { type ChangedValue, groupChanges } from './changes.ts';
import { diffQuery, type Pair } from './queries.ts';
import { isRestorable, useRestore } from './useRestore.ts';
import { ValueDiff } from './ValueDiff.tsx';

/** What a version can be compared with, besides another version. */
const WITH_NOW = 'now';
const WITH_BEFORE = 'before';

interface VersionDiffProps {
  readonly page: AdminPage;
  readonly type: AdminContentType | undefined;
  readonly versions: readonly RevisionItem[];
  readonly version: RevisionItem;
  /** The version before it is not loaded yet. */
  readonly lacksBefore: boolean;
  /** `now`, or a commit; the version before it unless given. */
  readonly comparedWith: string | undefined;
  onCompare(comparedWith: string | undefined): void;
  readonly mayEdit: boolean;
}

/** What one version changed, or how it differs from another; with buttons to restore it. */
export function VersionDiff(props: VersionDiffProps) {
  const { page, versions, version, lacksBefore, comparedWith, onCompare, mayEdit } = props;
  const { t, i18n } = useTranslation();
  const restore = useRestore(page);
  const nameOf = ({ createdAt, createdBy }: RevisionItem): string =>
    `${relativeTime(createdAt, i18n.language)} · ${createdBy.name}`;
  const pair = pairOf(props);
  /** Stays with this version, though what is restored may become a newer one. */
  const restoreHere = (act: () => Promise<void>): Promise<void> => {
    onCompare(comparedWith);
    return act();
  };
  const others = versions.filter(({ id }) => id !== version.id);
  return (
    <section aria-labelledby="version-title">
      <Group justify="space-between" align="flex-end" mb="md">
        <div>
          <Title order={2} size="h4" id="version-title">
            {t(comparedWith === undefined ? 'history.changed' : 'history.different')}
          </Title>
          <Text size="sm" c="dimmed">
            {absoluteTime(version.createdAt, i18n.language)} · {version.createdBy.name}
          </Text>
        </div>
        {mayEdit && version.problem === undefined && version.id !== versions[0]?.id && (
          <Button
            variant="default"
            leftSection={<IconRestore size={16} />}
            disabled={restore.isBusy || restore.isDone(version)}
            onClick={() => void restoreHere(() => restore.whole(version))}
          >
            {t(restore.isDone(version) ? 'history.isRestored' : 'history.restore')}
          </Button>
        )}
      </Group>
      <Select
        label={t('history.compare')}
        maw={380}
        mb="lg"
        allowDeselect={false}
        searchable={others.length > 10}
        value={comparedWith ?? WITH_BEFORE}
        onChange={(value) => onCompare(value === WITH_BEFORE || value === null ? undefined : value)}
        data={[
          { value: WITH_BEFORE, label: t('history.before') },
          { value: WITH_NOW, label: t('history.now') },
          ...others.map((one) => ({ value: one.id, label: nameOf(one) })),
        ]}
      />
      {version.problem !== undefined && <Text size="sm">{t('history.broken', { problem: version.problem })}</Text>}
      {version.problem === undefined && pair !== undefined && (
        <Changes {...props} pair={pair} restore={restore} restoreHere={restoreHere} />
      )}
      {version.problem === undefined && pair === undefined && lacksBefore && <Loader size="sm" />}
      {version.problem === undefined && pair === undefined && !lacksBefore && (
        <Text size="sm">{t('history.first')}</Text>
      )}
    </section>
  );
}

/** The older of the two comes first; undefined for the first version, which has none before it. */
function pairOf({ versions, version, comparedWith }: VersionDiffProps): Pair | undefined {
  if (comparedWith === WITH_NOW) return { from: version.id, to: undefined };
  const place = (id: string): number => versions.findIndex((one) => one.id === id);
  const other = comparedWith ?? versions[place(version.id) + 1]?.id;
  if (other === undefined) return undefined;
  return place(other) >= 0 && place(other) < place(version.id)
    ? { from: version.id, to: other }
    : { from: other, to: version.id };
}

interface ChangesProps extends VersionDiffProps {
  readonly pair: Pair;
  readonly restore: ReturnType<typeof useRestore>;
  restoreHere(act: () => Promise<void>): Promise<void>;
}

function Changes({ page, type, versions, version, pair, mayEdit, restore, restoreHere }: ChangesProps) {
  const { t } = useTranslation();
  const { data: changes, error, refetch } = useQuery(diffQuery(page.id, pair));
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (changes === undefined) return <Loader size="sm" />;
  if (changes.length === 0) return <Text size="sm">{t('history.same')}</Text>;
  return (
    <Stack gap="md">
      {groupChanges(changes, { t, type, blockTypes }).map((value) => (
        <Card key={value.name} withBorder padding="md" component="article" aria-label={value.label}>
          <Group justify="space-between" mb="xs" wrap="nowrap">
            <Title order={3} size="h6" dir="auto">
              {value.label} <AddedOrRemoved value={value} />
            </Title>
            {mayEdit && version.id !== versions[0]?.id && isRestorable(value.name) && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={t('history.restoreFieldNamed', { field: value.label })}
                disabled={restore.isBusy || restore.isDone(version, value)}
                onClick={() => void restoreHere(() => restore.value(version, value))}
              >
                {t(restore.isDone(version, value) ? 'history.isRestored' : 'history.restoreField')}
              </Button>
            )}
          </Group>
          {value.changes.map((change) => (
            <ValueDiff key={change.key} change={change} name={value.name} />
          ))}
        </Card>
      ))}
    </Stack>
  );
}

/** Says that a value was added or removed as a whole. */
function AddedOrRemoved({ value: { changes } }: { readonly value: ChangedValue }) {
  const { t } = useTranslation();
  const [only, ...others] = changes;
  if (only === undefined || others.length > 0 || only.label !== '') return null;
  const what = (only.before === null && 'added') || (only.after === null && 'removed');
  if (!what) return null;
  return (
    <Text span size="xs" c="dimmed" fw={400}>
      {t(`history.${what}`)}
    </Text>
  );
}
