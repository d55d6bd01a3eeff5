import { Alert, Button, Paper, Text, Title } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconCloudDown,
  IconCloudOff,
  IconCloudUp,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import sideClasses from '../../../ui/parts/clash/ClashSides.module.css';
import { type ClashDecision, ClashSides } from '../../../ui/parts/clash/ClashSides.tsx';
import { notifyError, notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { EmptyState } from '../../../ui/parts/screen/EmptyState.tsx';
import { PageHead } from '../../../ui/parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import { Time } from '../../../ui/parts/Time.tsx';
import { useClashLocation } from '../../../ui/screens/history/useClashLocation.ts';
import { useRole } from '../../../ui/session/useRole.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { Clash, Sync } from '../../../ui/wire/interface.ts';
import { syncQuery } from './queries.ts';
import classes from './SyncScreen.module.css';

const ICONS: Readonly<Record<Sync['state'], Icon>> = {
  synced: IconCircleCheckFilled,
  ahead: IconCloudUp,
  behind: IconCloudDown,
  diverged: IconCloudUp,
  offline: IconCloudOff,
  clashed: IconAlertTriangle,
};

/** How the content here compares to that of the git host, in words. */
export function SyncScreen() {
  const { t } = useTranslation();
  const isAdmin = useRole('admin');
  const { data: sync, error, refetch } = useQuery(syncQuery);
  const now = useSyncNow(t('sync.done'));
  return (
    <div>
      <PageHead title={t('sync.title')}>
        {sync && isAdmin && (
          <Button leftSection={<IconRefresh size={17} />} loading={now.isPending} onClick={() => now.mutate()}>
            {t('sync.now')}
          </Button>
        )}
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {sync === null && <EmptyState icon={IconPlugConnectedX} title={t('sync.noneTitle')} text={t('sync.none')} />}
      {sync && <SyncState sync={sync} />}
    </div>
  );
}

function SyncState({ sync }: { readonly sync: Sync }) {
  const { t } = useTranslation();
  const mayEdit = useRole('editor');
  const { state, ahead, behind, error, clashes, conflicts } = sync;
  const IconOf = ICONS[state];
  return (
    <>
      <Paper withBorder className={classes.card} data-state={state}>
        <IconOf size={28} stroke={1.6} className={classes.icon} aria-hidden />
        <div>
          <Text fw={600} role="status">
            {t(`sync.states.${state}`)}
          </Text>
          {ahead > 0 && <Text size="sm">{t('sync.ahead', { count: ahead })}</Text>}
          {behind > 0 && <Text size="sm">{t('sync.behind', { count: behind })}</Text>}
          <dl className={classes.facts}>
            <dt>{t('sync.remote')}</dt>
            <dd dir="ltr">{sync.remote}</dd>
            <dt>{t('sync.lastFetch')}</dt>
            <dd>{sync.lastFetch ? <Time value={sync.lastFetch} /> : t('sync.never')}</dd>
            <dt>{t('sync.lastPush')}</dt>
            <dd>{sync.lastPush ? <Time value={sync.lastPush} /> : t('sync.never')}</dd>
          </dl>
        </div>
      </Paper>
      {error && (
        <Alert color="red" variant="light" mt="md" title={t('sync.errorTitle')} role="alert">
          {error}
        </Alert>
      )}
      {clashes.length > 0 && (
        <section aria-labelledby="clashes" className={classes.clashes}>
          <Title order={2} size="h4" id="clashes">
            {t('clash.values', { count: clashes.length })}
          </Title>
          <Text size="sm" c="dimmed" mb="md">
            {t('sync.clashesText')}
          </Text>
          {clashes.map((clash) => (
            <ClashCard key={clash.clashId} clash={clash} mayEdit={mayEdit} />
          ))}
        </section>
      )}
      {conflicts.length > 0 && (
        <section aria-labelledby="conflicts" className={classes.clashes}>
          <Title order={2} size="h4" id="conflicts">
            {t('sync.conflicts', { count: conflicts.length })}
          </Title>
          <Text size="sm" c="dimmed" mb="md">
            {t('sync.conflictsText')}
          </Text>
          <ul>
            {conflicts.map(({ path }) => (
              <li key={path} dir="ltr">
                {path}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ClashCardProps {
  readonly clash: Clash;
  readonly mayEdit: boolean;
}

/** A value that was changed on both sides: asks which one to keep. */
function ClashCard({ clash, mayEdit }: ClashCardProps) {
  const { t } = useTranslation();
  const placeOf = useClashLocation();
  const settle = useSettle(clash.clashId, t('sync.settled'));
  const sides = { base: t('clash.base'), ours: t('sync.sides.ours'), theirs: t('sync.sides.theirs') };
  const take = { ours: t('sync.take.ours'), theirs: t('sync.take.theirs') };
  return (
    <Paper withBorder p="md" mb="md">
      <Text size="sm" fw={550} mb="sm" dir="auto">
        {clash.kind === 'page' ? (
          <Link to="/pages/$id" params={{ id: String(clash.id) }} className={sideClasses.link}>
            {clash.key}
          </Link>
        ) : (
          clash.key
        )}{' '}
        <Text span size="sm" c="dimmed">
          {placeOf(clash)}
        </Text>
      </Text>
      <ClashSides
        clash={clash}
        words={{ sides, take }}
        isBusy={settle.isPending}
        onChoose={mayEdit ? (choice) => settle.mutate(choice) : undefined}
      />
    </Paper>
  );
}

/** Shows the state that a write has answered with. A read that began before the write must not replace it. */
async function cacheSyncState(client: QueryClient, state: Sync): Promise<void> {
  await client.cancelQueries({ queryKey: syncQuery.queryKey });
  client.setQueryData(syncQuery.queryKey, state);
}

function useSyncNow(done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask('POST /api/admin/sync'),
    async onSuccess({ data }) {
      await cacheSyncState(client, data);
      if (data.error === null) notifySuccess(done);
    },
    onError: notifyError,
  });
}

function useSettle(clash: string, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ClashDecision) => ask('POST /api/admin/sync/clashes/{clash}', { path: { clash }, body }),
    async onSuccess({ data }) {
      await cacheSyncState(client, data);
      notifySuccess(done);
    },
    async onError(error) {
      notifyError(error);
      // Somebody else may have settled it already.
      await client.invalidateQueries({ queryKey: syncQuery.queryKey });
    },
  });
}
