import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { keyOf } from '../../wire/keys.ts';

/** All API keys. */
export const keysQuery = queryOptions({
  queryKey: keyOf('apiKey'),
  queryFn: async () => (await ask('GET /api/admin/api-keys')).data,
});
