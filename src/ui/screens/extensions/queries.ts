import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';

const POLL_MS = 30_000;

/** The extensions that run, with what has failed since the start. */
export const extensionsQuery = queryOptions({
  queryKey: createQueryKey('extensions'),
  queryFn: async () => (await ask('GET /api/admin/extensions')).data,
  refetchInterval: POLL_MS,
});
