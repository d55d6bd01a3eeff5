import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';

/** All tracking scripts. */
export const scriptsQuery = queryOptions({
  queryKey: createQueryKey('trackingScript'),
  queryFn: async () => (await ask('GET /api/admin/tracking-scripts')).data,
});
