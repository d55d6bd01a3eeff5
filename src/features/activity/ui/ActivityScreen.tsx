import { Group, Select, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { Portrait } from '../../../ui/parts/row/Portrait.tsx';
import { type Column, RowList } from '../../../ui/parts/row/RowList.tsx';
import { EmptyState } from '../../../ui/parts/screen/EmptyState.tsx';
import { PageHead } from '../../../ui/parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import { userList } from '../../../ui/screens/record/lists.ts';
import { ACTIVITY_AREAS, type AuditEntry, type User } from '../../../ui/wire/interface.ts';
import { usePagedRows } from '../../../ui/wire/usePagedRows.ts';
import { areaText } from './activityText.ts';
import { EntryText, whoOf } from './EntryText.tsx';
import { type ActivityFilter, activityChunkQuery } from './queries.ts';

const route = getRouteApi('/shell/activity');

/** Who did what, newest first. */
export function ActivityScreen() {
  const { t, i18n } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: users = [] } = useQuery(userList);
  const rows = usePagedRows((chunk) => activityChunkQuery(search, chunk));
  const columns = useActivityColumns(users);
  const change = (more: ActivityFilter): void =>
    void navigate({ search: (before) => ({ ...before, ...more }), replace: true });
  return (
    <div>
      <PageHead title={t('activity.title')} />
      <Group gap="xs" mb="md" role="search">
        <Select
          aria-label={t('activity.anyone')}
          placeholder={t('activity.anyone')}
          data={users.map(({ id, name }) => ({ value: `user/${id}`, label: name }))}
          value={search.actor ?? null}
          onChange={(actor) => change({ actor: actor ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': `${t('common.clear')}: ${t('activity.anyone')}` }}
        />
        <Select
          aria-label={t('activity.anything')}
          placeholder={t('activity.anything')}
          data={ACTIVITY_AREAS.map((value) => ({ value, label: areaText(value, t) })).sort((a, b) =>
            a.label.localeCompare(b.label, i18n.language),
          )}
          value={search.action ?? null}
          onChange={(action) => change({ action: (action as ActivityFilter['action']) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': `${t('common.clear')}: ${t('activity.anything')}` }}
        />
      </Group>
      {rows.error && <ProblemNotice error={rows.error} onRetry={rows.retry} />}
      {rows.total === 0 && (
        <EmptyState icon={IconHistory} title={t('activity.emptyTitle')} text={t('activity.empty')} />
      )}
      {rows.total !== undefined && rows.total > 0 && (
        <RowList
          label={t('activity.title')}
          columns={columns}
          total={rows.total}
          rowAt={rows.rowAt}
          onShow={rows.show}
        />
      )}
    </div>
  );
}

function useActivityColumns(users: readonly User[]): readonly Column<AuditEntry>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'what',
        label: t('activity.what'),
        width: 'minmax(0, 1fr)',
        show: (entry) => (
          <>
            <EntryText entry={entry} />
            <Text size="xs" c="dimmed" hiddenFrom="sm">
              <span dir="auto">{whoOf(entry, users, t)}</span> · <Moment value={entry.at} />
            </Text>
          </>
        ),
      },
      {
        id: 'who',
        label: t('activity.who'),
        width: 'minmax(7rem, 12rem)',
        from: 'tablet',
        show: (entry) => (
          <Group gap="xs" wrap="nowrap">
            <Portrait actor={entry.actor} name={whoOf(entry, users, t)} />
            <span dir="auto">{whoOf(entry, users, t)}</span>
          </Group>
        ),
      },
      { id: 'from', label: t('activity.from'), width: '9rem', from: 'desk', show: ({ ip }) => ip },
      {
        id: 'when',
        label: t('activity.when'),
        width: '9rem',
        from: 'tablet',
        show: ({ at }) => (
          <Text span size="sm" c="dimmed">
            <Moment value={at} />
          </Text>
        ),
      },
    ],
    [t, users],
  );
}
