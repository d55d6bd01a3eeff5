import { Button, Loader, Text, Title } from '@mantine/core';
import { IconBell, IconChecks } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { writeNotice } from '../../../model/notice.ts';
import type { Language } from '../../../ui/i18n/messages.ts';
import { notifyError } from '../../../ui/parts/dialog/notify.tsx';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { RECORD_SCREENS, type RecordLink } from '../../../ui/parts/record/recordScreens.ts';
import { EmptyState } from '../../../ui/parts/screen/EmptyState.tsx';
import { PageHead } from '../../../ui/parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import { ask } from '../../../ui/wire/ask.ts';
import type { Notice } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { FEATURE_NOTICES } from '../../lists/notices.ts';
import classes from './InboxScreen.module.css';
import { inboxQuery } from './queries.ts';

/** Everything that somebody is told: what is new, then what is read. */
export function InboxScreen() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(inboxQuery);
  const read = useReading();
  const unread = data?.data.filter(({ isRead }) => !isRead) ?? [];
  const earlier = data?.data.filter(({ isRead }) => isRead) ?? [];
  return (
    <div className={classes.screen}>
      <PageHead title={t('inbox.title')}>
        {unread.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconChecks size={17} />}
            loading={read.isPending}
            onClick={() => read.mutate(undefined)}
          >
            {t('inbox.readAll')}
          </Button>
        )}
      </PageHead>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loader size="sm" />}
      {data?.data.length === 0 && <EmptyState icon={IconBell} title={t('inbox.emptyTitle')} text={t('inbox.empty')} />}
      <Notices title={t('inbox.unread')} notices={unread} onOpen={({ id }) => read.mutate([id])} />
      <Notices title={t('inbox.earlier')} notices={earlier} />
    </div>
  );
}

interface NoticesProps {
  readonly title: string;
  readonly notices: readonly Notice[];
  onOpen?(notice: Notice): void;
}

function Notices({ title, ...list }: NoticesProps) {
  const id = useId();
  if (list.notices.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h5" id={id} mt="md" mb={4}>
        {title}
      </Title>
      <NoticeList {...list} />
    </section>
  );
}

export function NoticeList({ notices, onOpen }: Omit<NoticesProps, 'title'>) {
  return (
    <ul className={classes.notices}>
      {notices.map((notice) => (
        <li key={notice.id} className={classes.notice} data-unread={!notice.isRead || undefined}>
          <NoticeText notice={notice} onOpen={onOpen} />
          <Text span size="xs" c="dimmed" className={classes.when}>
            <Moment value={notice.at} />
          </Text>
        </li>
      ))}
    </ul>
  );
}

interface NoticeTextProps extends Pick<NoticesProps, 'onOpen'> {
  readonly notice: Notice;
}

function NoticeText({ notice, onOpen }: NoticeTextProps) {
  const { i18n } = useTranslation();
  const { reason, by, about } = notice;
  const facts = { by: by.name, about };
  const words = writeNotice(FEATURE_NOTICES[reason], i18n.language as Language, facts);
  const to = findPlace(notice);
  if (!to)
    return (
      <span className={classes.words} dir="auto">
        {words}
      </span>
    );
  return (
    <Link {...to} className={classes.words} dir="auto" onClick={() => onOpen?.(notice)}>
      {words}
    </Link>
  );
}

/** Where one sees what a notice is about; undefined if that is gone. */
function findPlace({ record, change, comment, about }: Notice): RecordLink | undefined {
  if (about === null) return undefined;
  if (change !== null) return { to: '/changes/$name', params: { name: change } };
  const place = record && RECORD_SCREENS[record.kind]?.(record.id);
  if (!place || comment === null) return place ?? undefined;
  return { ...place, search: { ...(place.search as object), rail: `comments/${comment}` } as RecordLink['search'] };
}

/** Marks notices as read; all of them without ids. */
export function useReading() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[] | undefined) => ask('POST /api/admin/inbox/read', { body: ids ? { ids } : {} }),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('inbox') }),
  });
}
