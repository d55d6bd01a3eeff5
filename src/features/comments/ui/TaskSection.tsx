import { Text } from '@mantine/core';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RECORD_SCREENS } from '../../../ui/parts/record/recordScreens.ts';
import { absoluteDay } from '../../../ui/parts/relativeTime.ts';
import { fetchOnce } from '../../../ui/router/root.ts';
import { HomeSection } from '../../../ui/screens/home/HomeSection.tsx';
import { LinkList, type ListLine } from '../../../ui/screens/home/LinkList.tsx';
import { ask } from '../../../ui/wire/ask.ts';
import type { CommentThread } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import classes from './Comments.module.css';
import { isPast } from './TaskForm.tsx';

/** The most that are shown: whoever has more has enough to do. */
const MOST_TASKS = 10;

const tasksQuery = queryOptions({
  queryKey: createQueryKey('comment', 'tasks'),
  queryFn: ({ signal }) =>
    ask('GET /api/admin/comments', {
      query: { person: 'me', asked: true, state: 'open', brief: true, limit: MOST_TASKS },
      signal,
    }),
});

/** Loads what the section shows: it stands above others. */
export const fetchTasks = (client: QueryClient): Promise<unknown> => fetchOnce(client, tasksQuery);

/** What others ask of the caller, the next day first. Nothing is shown where nothing is asked. */
export function TaskSection() {
  const { t } = useTranslation();
  const { data: tasks } = useQuery(tasksQuery);
  if (!tasks || tasks.data.length === 0) return null;
  const more = (tasks.meta?.total ?? 0) - tasks.data.length;
  return (
    <HomeSection title={t('comments.tasks')}>
      <LinkList lines={tasks.data.map(toTaskLine)} empty="" />
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('comments.moreTasks', { count: more })}
        </Text>
      )}
    </HomeSection>
  );
}

function toTaskLine({ id, text, record, change, task }: CommentThread): ListLine {
  const place = record && change === null ? RECORD_SCREENS[record.kind]?.(record.id) : undefined;
  const to = place
    ? { ...place, search: { ...(place.search as object), rail: `comments/${id}` } }
    : { to: '/changes/$name', params: { name: change ?? '' } };
  return { key: String(id), title: text, to: to as ListLine['to'], detail: <DueDay day={task?.due ?? null} /> };
}

function DueDay({ day }: { readonly day: string | null }) {
  const { i18n } = useTranslation();
  if (day === null) return null;
  return (
    <span className={classes.task} data-late={isPast(day) || undefined}>
      {absoluteDay(day, i18n.language)}
    </span>
  );
}
