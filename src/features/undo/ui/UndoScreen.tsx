import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { writeWithChoices } from '../../../ui/parts/clash/writeWithChoices.tsx';
import { notifyError, notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { Portrait } from '../../../ui/parts/row/Portrait.tsx';
import { type Column, RowList } from '../../../ui/parts/row/RowList.tsx';
import { EmptyState } from '../../../ui/parts/screen/EmptyState.tsx';
import { PageHead } from '../../../ui/parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import { keyList, userList } from '../../../ui/screens/record/lists.ts';
import { useRole } from '../../../ui/session/useRole.ts';
import type { Interface, RecordKind } from '../../../ui/wire/interface.ts';
import { contentTypesQuery } from '../../../ui/wire/queries.ts';
import { sendRequest } from '../../../ui/wire/sendRequest.ts';
import { usePagedRows } from '../../../ui/wire/usePagedRows.ts';
import { type EditSearch, editsQuery, readEditSearch, toEditFilter } from './queries.ts';

const route = getRouteApi('/shell/undo');

type Edit = Interface['GET /api/admin/undo']['answer']['data'][number];

/** Edits by who made them and when, to be taken back together. */
export function UndoScreen() {
  const { t } = useTranslation();
  const search = readEditSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const rows = usePagedRows((chunk) => editsQuery(search, chunk));
  const columns = useEditColumns();
  const takeBack = useTakeBack();
  const isNarrowed = Object.values(search).some((value) => value !== undefined);
  const change = (more: EditSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...more }), replace: true });
  return (
    <div>
      <PageHead title={t('undo.title')}>
        <Button
          leftSection={<IconArrowBackUp size={18} />}
          disabled={!isNarrowed || !rows.total}
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate(search)}
        >
          {t('undo.take', { count: rows.total ?? 0 })}
        </Button>
      </PageHead>
      <Text size="sm" c="dimmed" mb="md" maw="44rem">
        {t('undo.hint')}
      </Text>
      <EditFilters search={search} onChange={change} />
      {rows.error && <ProblemNotice error={rows.error} onRetry={rows.retry} />}
      {rows.total === 0 && <EmptyState icon={IconArrowBackUp} title={t('undo.emptyTitle')} text={t('undo.empty')} />}
      {rows.total !== undefined && rows.total > 0 && (
        <RowList label={t('undo.title')} columns={columns} total={rows.total} rowAt={rows.rowAt} onShow={rows.show} />
      )}
    </div>
  );
}

interface EditFiltersProps {
  readonly search: EditSearch;
  onChange(more: EditSearch): void;
}

function EditFilters({ search, onChange }: EditFiltersProps) {
  const { t } = useTranslation();
  const isAdmin = useRole('admin');
  const { data: users = [] } = useQuery(userList);
  const { data: keys = [] } = useQuery({ ...keyList, enabled: isAdmin });
  const { data: types = [] } = useQuery(contentTypesQuery);
  const people = users.map(({ id, name }) => ({ value: `user/${id}`, label: name }));
  const agents = keys.map(({ id, name }) => ({ value: `api-key/${id}`, label: name }));
  return (
    <Group gap="xs" mb="md" role="search" align="end">
      <Select
        aria-label={t('undo.anyone')}
        placeholder={t('undo.anyone')}
        data={[
          ...people,
          { value: 'git', label: t('undo.developers') },
          ...(agents.length > 0 ? [{ group: t('undo.agents'), items: agents }] : []),
        ]}
        value={search.actor ?? null}
        onChange={(actor) => onChange({ actor: actor ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `${t('common.clear')}: ${t('undo.anyone')}` }}
      />
      <TextInput
        type="date"
        label={t('undo.since')}
        value={search.since ?? ''}
        onChange={({ currentTarget }) => onChange({ since: currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={t('undo.until')}
        value={search.until ?? ''}
        onChange={({ currentTarget }) => onChange({ until: currentTarget.value || undefined })}
      />
      <Select
        aria-label={t('undo.anyType')}
        placeholder={t('undo.anyType')}
        data={types.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={search.type ?? null}
        onChange={(type) => onChange({ type: type ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': `${t('common.clear')}: ${t('undo.anyType')}` }}
      />
    </Group>
  );
}

/** Takes edits back in a change, and opens that. */
function useTakeBack() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  return useMutation({
    mutationFn: (search: EditSearch) =>
      writeWithChoices(
        (resolve) =>
          // It is a change of its own, whatever one works on.
          sendRequest('POST /api/admin/undo', { body: { filter: toEditFilter(search), resolve }, change: null }),
        (count) => ({
          title: t('undo.clashTitle'),
          text: t('undo.clashText', { count }),
          action: t('undo.goOn'),
          ours: t('undo.keep'),
          theirs: t('undo.takeAll'),
        }),
      ),
    onError: notifyError,
    async onSuccess(answer) {
      if (!answer) return;
      const { change } = answer.data;
      await client.invalidateQueries();
      notifySuccess(t(change ? 'undo.done' : 'undo.nothing'));
      if (change) await navigate({ to: '/changes/$name', params: { name: change.name } });
    },
  });
}

const SHOWN = 3;

function useEditColumns(): readonly Column<Edit>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    // `page en/about`
    const say = (record: string): string => {
      const at = record.indexOf(' ');
      return `${t(`kinds.${record.slice(0, at) as RecordKind}.one`)} ${record.slice(at + 1)}`;
    };
    return [
      {
        id: 'what',
        label: t('undo.what'),
        width: 'minmax(0, 1fr)',
        show: ({ records, author, at }) => (
          <>
            <span dir="auto">{records.slice(0, SHOWN).map(say).join(', ')}</span>
            {records.length > SHOWN && ` ${t('undo.more', { count: records.length - SHOWN })}`}
            <Text size="xs" c="dimmed" hiddenFrom="sm">
              <span dir="auto">{author.name}</span> · <Moment value={at} />
            </Text>
          </>
        ),
      },
      {
        id: 'who',
        label: t('undo.who'),
        width: 'minmax(7rem, 12rem)',
        from: 'tablet',
        show: ({ actor, author }) => (
          <Group gap="xs" wrap="nowrap">
            <Portrait actor={actor} name={author.name} />
            <span dir="auto">{author.name}</span>
          </Group>
        ),
      },
      {
        id: 'when',
        label: t('undo.when'),
        width: '9rem',
        from: 'tablet',
        show: ({ at }) => (
          <Text span size="sm" c="dimmed">
            <Moment value={at} />
          </Text>
        ),
      },
    ];
  }, [t]);
}
