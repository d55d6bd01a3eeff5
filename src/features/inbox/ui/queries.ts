import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../ui/wire/ask.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

/** How much somebody has not read. */
export const unreadQuery = queryOptions({
  queryKey: createQueryKey('inbox', 'unread'),
  queryFn: async ({ signal }) =>
    (await ask('GET /api/admin/inbox', { query: { unread: true, limit: 1 }, signal })).meta.unread,
});

/** Everything that somebody is told, newest first. */
export const inboxQuery = queryOptions({
  queryKey: createQueryKey('inbox', 'list'),
  queryFn: async ({ signal }) => ask('GET /api/admin/inbox', { signal }),
});
