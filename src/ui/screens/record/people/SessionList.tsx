import { Badge, Button, Text } from '@mantine/core';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { EntryButton, EntryLine, EntryList } from '../../../parts/row/EntryLine.tsx';
import { ProblemNotice } from '../../../parts/screen/ProblemNotice.tsx';
import { Time } from '../../../parts/Time.tsx';
import { ask } from '../../../wire/ask.ts';
import type { Session } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';

/** The sessions of a user. Only admins may see those of others. */
const sessionsQuery = (userId: number, isOwn: boolean) =>
  queryOptions({
    queryKey: createQueryKey('user', userId, 'sessions'),
    staleTime: 0,
    queryFn: async ({ signal }) =>
      isOwn
        ? (await ask('GET /api/admin/sessions', { signal })).data
        : (await ask('GET /api/admin/users/{id}/sessions', { path: { id: userId }, signal })).data,
  });

interface SessionListProps {
  readonly userId: number;
  /** Everybody may end their own sessions. */
  readonly isOwn: boolean;
}

/** The sessions of a user, each with a button to end it. */
export function SessionList({ userId, isOwn }: SessionListProps) {
  const { t } = useTranslation();
  const title = useId();
  const { data: sessions = [], error } = useQuery(sessionsQuery(userId, isOwn));
  if (error) return <ProblemNotice error={error} />;
  return (
    <section aria-labelledby={title}>
      <Text size="sm" fw={500} id={title} mb={6}>
        {t('people.sessions')}
      </Text>
      {sessions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('people.noSessions')}
        </Text>
      )}
      <EntryList>
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} userId={userId} isOwn={isOwn} />
        ))}
      </EntryList>
      {isOwn && sessions.length > 1 && <EndOthersButton userId={userId} />}
    </section>
  );
}

/** Ends all sessions of one's own but the one that is used. */
function EndOthersButton({ userId }: Pick<SessionListProps, 'userId'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () => ask('DELETE /api/admin/sessions'),
    async onSuccess() {
      notifySuccess(t('signIn.othersEnded'));
      await client.invalidateQueries({ queryKey: sessionsQuery(userId, true).queryKey });
    },
    onError: notifyError,
  });
  return (
    <Button size="compact-sm" variant="default" mt="xs" loading={ending.isPending} onClick={() => ending.mutate()}>
      {t('signIn.endOthers')}
    </Button>
  );
}

interface SessionLineProps extends SessionListProps {
  readonly session: Session;
}

function SessionLine({ session, userId, isOwn }: SessionLineProps) {
  const { id, agent, ip, network, method, usedAt, isCurrent } = session;
  const { t } = useTranslation();
  const client = useQueryClient();
  const device = deviceOf(agent);
  const name = device ? nameDevice(device, t) : t('people.noDevice');
  const ending = useMutation({
    mutationFn: () => endSession({ userId, isOwn, session: id }),
    async onSuccess() {
      notifySuccess(t('people.sessionEnded'));
      await client.invalidateQueries({ queryKey: sessionsQuery(userId, isOwn).queryKey });
    },
    onError: notifyError,
  });
  return (
    <EntryLine
      icon={device?.isPhone ? IconDeviceMobile : IconDeviceLaptop}
      title={
        <>
          {name}{' '}
          {isCurrent && (
            <Badge size="sm" variant="light" tt="none">
              {t('people.thisSession')}
            </Badge>
          )}
        </>
      }
      detail={
        <>
          <Time value={usedAt} />
          {network && network !== 'public' ? ` · ${t(`signIn.networks.${network}`)}` : ip && ` · ${ip}`}
          {method && ` · ${t(`signIn.methods.${method}`)}`}
        </>
      }
    >
      {!isCurrent && (
        <EntryButton
          label={t('people.endSession')}
          about={name}
          isBusy={ending.isPending}
          onClick={() => ending.mutate()}
        />
      )}
    </EntryLine>
  );
}

interface Ending {
  readonly userId: number;
  readonly isOwn: boolean;
  readonly session: string;
}

/** Ends a session: one of one's own, or, for admins, of anybody. */
const endSession = ({ userId, isOwn, session }: Ending): Promise<unknown> =>
  isOwn
    ? ask('DELETE /api/admin/sessions/{session}', { path: { session } })
    : ask('DELETE /api/admin/users/{id}/sessions/{session}', { path: { id: userId, session } });

/** A browser and its system, by the names that people know. */
interface Device {
  readonly browser: string;
  /** Undefined for programs such as curl. */
  readonly system: string | undefined;
  readonly isPhone: boolean;
}

const nameDevice = ({ browser, system }: Device, t: TFunction): string =>
  system === undefined ? browser : t('people.device', { browser, system });

/** The order matters, because most browsers go by several names. */
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
] as const;

const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** The browser and system that a user agent names; undefined for an unknown one. */
function deviceOf(agent: string | null): Device | undefined {
  const browser = BROWSERS.find(([sign]) => agent !== null && sign.test(agent))?.[1];
  if (agent === null || browser === undefined) return undefined;
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1];
  return { browser, system, isPhone: /Mobile|Android|iPhone/.test(agent) };
}
