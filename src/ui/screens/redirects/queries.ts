import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';

/** All redirects. */
export const redirectsQuery = queryOptions({
  queryKey: createQueryKey('redirect'),
  queryFn: async () => (await ask('GET /api/admin/redirects')).data,
});
