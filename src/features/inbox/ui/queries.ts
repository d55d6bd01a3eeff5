import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../ui/wire/ask.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

/** How much somebody has not read. */
export const unreadQuery = queryOptions({
  queryKey: createQueryKey('inbox', 'unread'),
  queryFn: async ({ signal }) =>
    (await ask('GET /api/admin/inbox', { query: { unread: true, limit: 1 }, signal })).meta.unread,
});

/** The most that is shown outside the inbox. */
const MOST_NEWS = 6;

/** The newest of what somebody has not read. */
export const newsQuery = queryOptions({
  queryKey: createQueryKey('inbox', 'news'),
  queryFn: ({ signal }) => ask('GET /api/admin/inbox', { query: { unread: true, limit: MOST_NEWS }, signal }),
});

/** Everything that somebody is told, newest first. */
export const inboxQuery = queryOptions({
  queryKey: createQueryKey('inbox', 'list'),
  queryFn: async ({ signal }) => ask('GET /api/admin/inbox', { signal }),
});
