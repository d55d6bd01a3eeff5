import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { keyOf } from '../../wire/keys.ts';

/** All that is not live, and what was dropped and can be brought back. */
export const changesQuery = queryOptions({
  queryKey: keyOf('change', 'list'),
  queryFn: () => ask('GET /api/admin/changes'),
});

/** One change: what it does to each record. */
export const changeQuery = (name: string) =>
  queryOptions({
    queryKey: keyOf('change', name),
    queryFn: async () => (await ask('GET /api/admin/changes/{name}', { path: { name } })).data,
  });
