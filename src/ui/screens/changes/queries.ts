import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { keyOf } from '../../wire/keys.ts';

/** All changes that are not live, and the dropped ones that can be restored. */
export const changesQuery = queryOptions({
  queryKey: keyOf('change', 'list'),
  queryFn: () => ask('GET /api/admin/changes'),
});

/** One change with its edits to each record. */
export const changeQuery = (name: string) =>
  queryOptions({
    queryKey: keyOf('change', name),
    queryFn: async () => (await ask('GET /api/admin/changes/{name}', { path: { name } })).data,
  });
