import { queryOptions } from '@tanstack/react-query';
import { ask } from '../wire/ask.ts';
import { keyOf } from '../wire/keys.ts';

const MOST = 100;

/** The blocks that stand on many pages. */
export const reusableBlocksQuery = queryOptions({
  queryKey: keyOf('block', 'reusable'),
  queryFn: async ({ signal }) =>
    (await ask('GET /api/admin/blocks', { query: { reusable: 'true', limit: MOST }, signal })).data,
});

export const blockQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf('block', id),
    queryFn: async ({ signal }) => (await ask('GET /api/admin/blocks/{id}', { path: { id }, signal })).data,
  });
