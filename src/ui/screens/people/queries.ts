import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { keyOf } from '../../wire/keys.ts';

export const usersQuery = queryOptions({
  queryKey: keyOf('user'),
  queryFn: async () => (await ask('GET /api/admin/users')).data,
});
