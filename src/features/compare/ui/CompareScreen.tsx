import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconGitCompare } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writeWithChoices } from '../../../ui/parts/clash/writeWithChoices.tsx';
import { notifyError, notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { EmptyState } from '../../../ui/parts/screen/EmptyState.tsx';
import { PageHead } from '../../../ui/parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import { valueName } from '../../../ui/screens/history/changes.ts';
import { useRole } from '../../../ui/session/useRole.ts';
import type { ComparedRecord } from '../../../ui/wire/interface.ts';
import { contentTypesQuery } from '../../../ui/wire/queries.ts';
import { sendRequest } from '../../../ui/wire/sendRequest.ts';
import { ComparedCard } from './ComparedCard.tsx';
import {
  type ChosenRecords,
  type CompareSearch,
  compareQuery,
  nameOfCompared,
  readCompareSearch,
  toVersion,
} from './queries.ts';
import { VersionInput } from './VersionInput.tsx';

const route = getRouteApi('/shell/compare');
const WEEK_MS = 7 * 24 * 3_600_000;

/** How two versions of the site differ, and what is to be as it was. */
export function CompareScreen() {
  const { t } = useTranslation();
  const search = readCompareSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const from = search.from ?? new Date(Date.now() - WEEK_MS).toISOString().slice(0, 10);
  const asked = useInfiniteQuery(compareQuery({ ...search, from }));
  const [chosen, setChosen] = useState<ChosenRecords>(new Map());
  const isEditor = useRole('editor');
  const bring = useBringOver(() => setChosen(new Map()));
  const records = asked.data?.pages.flatMap(({ data }) => data) ?? [];
  const meta = asked.data?.pages[0]?.meta;
  const change = (more: CompareSearch): void => {
    if ('from' in more || 'to' in more) setChosen(new Map());
    void navigate({ search: (before) => ({ ...before, ...more }), replace: true });
  };
  return (
    <div>
      <PageHead title={t('compare.title')}>
        {isEditor && (
          <Button
            leftSection={<IconArrowBackUp size={18} />}
            disabled={chosen.size === 0}
            loading={bring.isPending}
            onClick={() => bring.mutate({ from, to: search.to, records, chosen })}
          >
            {chosen.size === 0 ? t('compare.bringNone') : t('compare.bring', { count: chosen.size })}
          </Button>
        )}
      </PageHead>
      <Text size="sm" c="dimmed" mb="md" maw="44rem">
        {t('compare.hint')}
      </Text>
      <Group gap="md" mb="md" align="end">
        <VersionInput label={t('compare.from')} value={from} onChange={(next) => change({ from: next })} />
        <VersionInput label={t('compare.to')} value={search.to} hasNow onChange={(next) => change({ to: next })} />
      </Group>
      {meta && <Kinds counts={meta.counts} search={search} onChange={change} />}
      {asked.error && <ProblemNotice error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.isPending && <Skeleton height="12rem" animate={false} />}
      {meta?.total === 0 && <EmptyState icon={IconGitCompare} title={t('compare.none')} text={t('compare.noneText')} />}
      <Stack gap="md">
        {records.map((record) => (
          <ComparedCard
            key={nameOfCompared(record)}
            record={record}
            chosen={isEditor ? (chosen.get(nameOfCompared(record)) ?? null) : undefined}
            onChoose={(next) => setChosen((before) => withChosenRecord(before, record, next))}
          />
        ))}
      </Stack>
      {asked.hasNextPage && (
        <Button variant="default" mt="md" loading={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
          {t('compare.more')}
        </Button>
      )}
      {meta && meta.files.length > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {t('compare.files', { count: meta.files.length })}
        </Text>
      )}
    </div>
  );
}

function withChosenRecord(
  before: ChosenRecords,
  record: ComparedRecord,
  next: 'all' | ReadonlySet<string> | null,
): ChosenRecords {
  const after = new Map(before);
  if (next === null || (next !== 'all' && next.size === 0)) after.delete(nameOfCompared(record));
  else after.set(nameOfCompared(record), next);
  return after;
}

interface KindsProps {
  readonly counts: readonly {
    readonly kind: ComparedRecord['kind'];
    readonly type: string | null;
    readonly count: number;
  }[];
  readonly search: CompareSearch;
  onChange(more: CompareSearch): void;
}

/** How many records of each kind and type differ; choosing one shows only these. */
function Kinds({ counts, search, onChange }: KindsProps) {
  const { t } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  if (counts.length < 2) return null;
  const nameOf = ({ kind, type }: KindsProps['counts'][number]): string =>
    types.find(({ slug }) => kind === 'page' && slug === type)?.name ?? type ?? t(`kinds.${kind}.many`);
  const isAll = search.kind === undefined;
  return (
    <Group gap={6} mb="md" role="group" aria-label={t('compare.everything')}>
      <Button
        size="compact-sm"
        variant={isAll ? 'light' : 'default'}
        aria-pressed={isAll}
        onClick={() => onChange({ kind: undefined, type: undefined })}
      >
        {t('compare.everything')} ({counts.reduce((sum, { count }) => sum + count, 0)})
      </Button>
      {counts.map((one) => {
        const isChosen = search.kind === one.kind && (search.type ?? null) === one.type;
        return (
          <Button
            key={`${one.kind} ${one.type}`}
            size="compact-sm"
            variant={isChosen ? 'light' : 'default'}
            aria-pressed={isChosen}
            onClick={() => onChange({ kind: one.kind, type: one.type ?? undefined })}
          >
            {nameOf(one)} ({one.count})
          </Button>
        );
      })}
    </Group>
  );
}

interface BringOver {
  readonly from: string;
  readonly to: string | undefined;
  readonly records: readonly ComparedRecord[];
  readonly chosen: ChosenRecords;
}

/** Puts what was chosen back in a change, and opens that. */
function useBringOver(onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  return useMutation({
    mutationFn: ({ from, to, records, chosen }: BringOver) =>
      writeWithChoices(
        (resolve) =>
          // It is a change of its own, whatever one works on.
          sendRequest('POST /api/admin/compare/bring', {
            body: {
              from: toVersion(from),
              ...(to && { to: toVersion(to) }),
              records: records.flatMap((record) => toWanted(record, chosen.get(nameOfCompared(record)))),
              resolve,
            },
            change: null,
          }),
        (count) => ({
          title: t('compare.clashTitle'),
          text: t('compare.clashText', { count }),
          action: t('compare.goOn'),
          ours: t('compare.keep'),
          theirs: t('compare.takeAll'),
        }),
      ),
    onError: notifyError,
    async onSuccess(answer) {
      if (!answer) return;
      const { change } = answer.data;
      onDone();
      await client.invalidateQueries();
      notifySuccess(t(change ? 'compare.done' : 'compare.nothing'));
      if (change) await navigate({ to: '/changes/$name', params: { name: change.name } });
    },
  });
}

function toWanted(record: ComparedRecord, chosen: 'all' | ReadonlySet<string> | undefined) {
  if (!chosen) return [];
  const { kind, key } = record;
  if (chosen === 'all') return [{ kind, key }];
  const paths = (record.values ?? []).filter(({ path }) => chosen.has(valueName(path.map(String))));
  return [{ kind, key, paths: paths.map(({ path }) => path) }];
}
