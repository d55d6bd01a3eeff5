import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../ui/wire/ask.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

const POLL_MS = 30_000;

/** The state of the git host; null if there is none. */
export const syncQuery = queryOptions({
  queryKey: createQueryKey('sync'),
  queryFn: async () => (await ask('GET /api/admin/sync')).data,
  refetchInterval: POLL_MS,
});
