import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';

/** All API keys. */
export const keysQuery = queryOptions({
  queryKey: createQueryKey('apiKey'),
  queryFn: async () => (await ask('GET /api/admin/api-keys')).data,
});
