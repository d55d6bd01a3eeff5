import { queryOptions } from '@tanstack/react-query';
import { ask } from '../wire/ask.ts';
import { createQueryKey } from '../wire/keys.ts';

/** What extensions show in frames. It changes only when the server starts. */
export const framesQuery = queryOptions({
  queryKey: createQueryKey('frames'),
  queryFn: async () => (await ask('GET /api/admin/extensions/frames')).data,
  staleTime: Number.POSITIVE_INFINITY,
});
