import { Button, Card, Group, Loader, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadOnDemand } from '../../parts/onDemand/loadOnDemand.tsx';
import { absoluteTime, relativeTime } from '../../parts/relativeTime.ts';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { ask } from '../../wire/ask.ts';
import type { AdminContentType, AdminPage, RevisionItem } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { blockTypesQuery } from '../../wire/queries.ts';
import { type ChangedValue, groupChanges } from './changes.ts';
import { isRestorableValue, useRestore } from './useRestore.ts';
import { ValueDiff } from './ValueDiff.tsx';
import { versionNote, versionWords } from './versionWords.ts';

const WholeVersion = loadOnDemand(async () => (await import('./WholeVersion.tsx')).WholeVersion);

/** What a version can be compared with, besides another version. */
const WITH_NOW = 'now';
const WITH_BEFORE = 'before';

/** Two versions to compare; without `to`, the page as it is now. */
interface VersionPair {
  readonly from: string;
  readonly to: string | undefined;
}

/** The differences between two versions, value by value. */
const diffQuery = (id: number, { from, to }: VersionPair) =>
  queryOptions({
    queryKey: createQueryKey('page', id, 'diff', from, to ?? 'now'),
    // Versions never change, so neither do their differences.
    ...(to !== undefined && { staleTime: Number.POSITIVE_INFINITY }),
    queryFn: async ({ signal }) =>
      (
        await ask('GET /api/admin/pages/{id}/revisions/{commit}/diff', {
          path: { id, commit: from },
          query: { ...(to !== undefined && { to }) },
          signal,
        })
      ).data,
  });

interface VersionDiffProps {
  readonly page: AdminPage;
  readonly type: AdminContentType | undefined;
  readonly versions: readonly RevisionItem[];
  readonly version: RevisionItem;
  /** `now`, or a commit; the version before it unless given. */
  readonly comparedWith: string | undefined;
  onCompare(comparedWith: string | undefined): void;
  /** The whole page is shown instead of the differences. */
  readonly isWhole: boolean;
  onWhole(isWhole: boolean): void;
  readonly mayEdit: boolean;
}

/** What one version changed, or how it differs from another; with buttons to restore it. */
export function VersionDiff(props: VersionDiffProps) {
  const { page, type, versions, version, comparedWith, onCompare, isWhole, onWhole, mayEdit } = props;
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
  const note = versionNote(version);
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const isReadable = version.problem === undefined;
  const others = versions.filter(({ id }) => id !== version.id);
  return (
    <section aria-labelledby="version-title">
      <Group justify="space-between" align="flex-end" mb="md">
        <div>
          <Title order={2} size="h4" id="version-title">
            {versionWords(version, { t, type, blockTypes, versions, language: i18n.language })}
          </Title>
          <Text size="sm" c="dimmed" dir="auto">
            {absoluteTime(version.createdAt, i18n.language)} · {version.createdBy.name}
          </Text>
          {note !== null && (
            <Text size="sm" mt={4} dir="auto" style={{ whiteSpace: 'pre-line' }}>
              {note}
            </Text>
          )}
        </div>
        {mayEdit && isReadable && version.id !== versions[0]?.id && (
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
      {isReadable && (
        <SegmentedControl
          mb="md"
          aria-label={t('history.view')}
          value={isWhole ? 'page' : 'changes'}
          onChange={(next) => onWhole(next === 'page')}
          data={[
            { value: 'changes', label: t('history.different') },
            { value: 'page', label: t('history.wholePage') },
          ]}
        />
      )}
      {isWhole && isReadable ? (
        <WholeVersion page={page} version={version} type={type} isNewest={version.id === versions[0]?.id} />
      ) : (
        <>
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
          {isReadable && pair !== undefined && (
            <Changes {...props} pair={pair} restore={restore} restoreHere={restoreHere} />
          )}
          {isReadable && pair === undefined && <Text size="sm">{t('history.first')}</Text>}
        </>
      )}
    </section>
  );
}

/** The older of the two comes first; undefined for the first version, which has none before it. */
function pairOf({ versions, version, comparedWith }: VersionDiffProps): VersionPair | undefined {
  if (comparedWith === WITH_NOW) return { from: version.id, to: undefined };
  const place = (id: string): number => versions.findIndex((one) => one.id === id);
  const other = comparedWith ?? version.before;
  if (other === null) return undefined;
  return place(other) >= 0 && place(other) < place(version.id)
    ? { from: version.id, to: other }
    : { from: other, to: version.id };
}

interface ChangesProps extends VersionDiffProps {
  readonly pair: VersionPair;
  readonly restore: ReturnType<typeof useRestore>;
  restoreHere(act: () => Promise<void>): Promise<void>;
}

function Changes({ page, type, versions, version, pair, mayEdit, restore, restoreHere }: ChangesProps) {
  const { t } = useTranslation();
  const { data: changes, error, refetch } = useQuery(diffQuery(page.id, pair));
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
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
            {mayEdit && version.id !== versions[0]?.id && isRestorableValue(value.name) && (
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
