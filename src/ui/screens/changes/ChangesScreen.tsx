import { Badge, Button, Card, Group, Loader, Select, Stack, Text, Title } from '@mantine/core';
import { IconPencilPlus, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { askText } from '../../parts/dialog/askText.tsx';
import { notifyError, notifySuccess } from '../../parts/dialog/notify.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRole } from '../../session/useRole.ts';
import { ask } from '../../wire/ask.ts';
import type { ChangeItem, DroppedChange } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { useChooseChange, useChosenChange } from '../../wire/useChosenChange.ts';
import classes from './Changes.module.css';
import { editsIn } from './editsIn.ts';
import { changesQuery, type ListedState, unpublishedCountQuery } from './queries.ts';
import { RequestLink } from './RequestLink.tsx';

const route = getRouteApi('/shell/changes');

const CHANGE_STATES = ['open', 'inReview', 'approved', 'queued', 'sentBack'] as const satisfies readonly ListedState[];
const STATE_COLORS = { inReview: 'gray', approved: 'teal', queued: 'blue', sentBack: 'red' } as const;

/** The changes that are not live yet, with their authors, and those that were dropped. */
export function ChangesScreen() {
  const { t } = useTranslation();
  const mayEdit = useRole('editor');
  const search = route.useSearch();
  const state = CHANGE_STATES.find((one) => one === search.state);
  const navigate = route.useNavigate();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    changesQuery(state),
  );
  const changes = data?.pages.flatMap((page) => page.data);
  const dropped = data?.pages[0]?.meta.dropped ?? [];
  const create = useCreateChange();
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={17} />} onClick={create}>
      {t('changes.create')}
    </Button>
  );
  return (
    <div>
      <PageHead title={t('changes.title')}>{add}</PageHead>
      <Text size="sm" c="dimmed" mb="lg" maw="44rem">
        {t('changes.about')}
      </Text>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loader size="sm" />}
      {(state || (changes?.length ?? 0) > 0) && (
        <Select
          aria-label={t('changeList.state')}
          placeholder={t('changeList.anyState')}
          clearable
          mb="md"
          maw="16rem"
          data={CHANGE_STATES.map((value) => ({ value, label: t(`changeList.states.${value}`) }))}
          value={state ?? null}
          onChange={(next) => void navigate({ search: { state: (next as ListedState | null) ?? undefined } })}
        />
      )}
      {changes?.length === 0 && (state ? <NoneInState /> : <NoChanges />)}
      <Stack component="ul" gap="sm" className={classes.list}>
        {changes?.map((change) => (
          <li key={change.name}>
            <ChangeCard change={change} />
          </li>
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('changes.more')}
        </Button>
      )}
      {dropped.length > 0 && <Dropped changes={dropped} mayEdit={mayEdit} />}
    </div>
  );
}

const NoneInState = () => {
  const { t } = useTranslation();
  return <EmptyState icon={IconPencilPlus} title={t('changeList.noneTitle')} text={t('changeList.none')} />;
};

/** Says that everything is live only if no page waits to be published. */
function NoChanges() {
  const { t } = useTranslation();
  const { data: unpublished } = useQuery(unpublishedCountQuery);
  const title = t(unpublished === 0 ? 'changes.emptyTitle' : 'changes.noneOpen');
  return <EmptyState icon={IconPencilPlus} title={title} text={t('changes.empty')} />;
}

/** Asks for a name, creates a change and starts working on it. */
function useCreateChange() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const choose = useChooseChange();
  const navigate = useNavigate();
  return () =>
    askText({
      title: t('changes.create'),
      label: t('changes.name'),
      description: t('changes.nameHelp'),
      action: t('changes.begin'),
      async onDone(title) {
        const { data } = await ask('POST /api/admin/changes', { body: { title } });
        client.setQueryData(createQueryKey('change', data.name), data);
        await choose(data);
        await navigate({ to: '/changes/$name', params: { name: data.name } });
      },
    });
}

function ChangeCard({ change }: { readonly change: ChangeItem }) {
  const { t } = useTranslation();
  const chosen = useChosenChange();
  const { name, title, author, updatedAt, clashes, scheduledAt, problem, state } = change;
  return (
    <Card withBorder padding="md" data-chosen={chosen?.name === name || undefined} className={classes.card}>
      <Group justify="space-between" align="flex-start">
        <div className={classes.words}>
          <Link to="/changes/$name" params={{ name }} className={classes.title} dir="auto">
            {title}
          </Link>
          <Text size="sm" c="dimmed">
            {problem ? t(`changes.unshown.${problem.reason}`) : t('changes.records', { count: editsIn(change) })}
            {author && ` · ${author}`}
            {updatedAt && (
              <>
                {' · '}
                <Time value={updatedAt} />
              </>
            )}
          </Text>
        </div>
        <Group gap="xs" justify="end">
          {chosen?.name === name && <Badge tt="none">{t('changes.workingOn')}</Badge>}
          <RequestLink of={change} />
          {state !== 'open' && (
            <Badge variant="light" color={STATE_COLORS[state]} tt="none">
              {t(`changeList.states.${state}`)}
            </Badge>
          )}
          {scheduledAt && (
            <Badge variant="light" tt="none">
              {t('changes.scheduled')}
            </Badge>
          )}
          {clashes.length > 0 && (
            <Badge variant="light" color="red" tt="none">
              {t('changes.clashCount', { count: clashes.length })}
            </Badge>
          )}
        </Group>
      </Group>
    </Card>
  );
}

interface DroppedProps {
  readonly changes: readonly DroppedChange[];
  readonly mayEdit: boolean;
}

function Dropped({ changes, mayEdit }: DroppedProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: (name: string) => ask('POST /api/admin/changes/{name}/restore', { path: { name } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: createQueryKey('change') });
      notifySuccess(t('changes.broughtBack'));
    },
    onError: notifyError,
  });
  return (
    <section aria-labelledby="dropped" className={classes.section}>
      <Title order={2} size="h5" id="dropped" mb="xs">
        {t('changes.dropped')}
      </Title>
      <Stack gap="xs">
        {changes.map(({ name, droppedAt, keptUntil }) => (
          <Group key={name} justify="space-between" wrap="nowrap">
            <Text size="sm">
              <span dir="auto">{name}</span> · <Time value={droppedAt} />{' '}
              <Text span size="sm" c="dimmed">
                ({t('changes.keptUntil')} <Time value={keptUntil} />)
              </Text>
            </Text>
            {mayEdit && (
              <Button
                className={classes.whole}
                size="compact-sm"
                variant="subtle"
                aria-label={t('changes.bringBackNamed', { name })}
                loading={restore.isPending && restore.variables === name}
                onClick={() => restore.mutate(name)}
              >
                {t('changes.bringBack')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </section>
  );
}
