import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from '../wire/ask.ts';
import { keyOf } from '../wire/keys.ts';

const MOST = 100;

/** The blocks that stand on many pages, and that a text is found in; as many as one list shows. */
export const reusableBlocksQuery = (search: string) =>
  queryOptions({
    queryKey: keyOf('block', 'reusable', search),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await ask('GET /api/admin/blocks', { query: { reusable: 'true', search, limit: MOST }, signal })).data,
  });

export const blockQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf('block', id),
    queryFn: async ({ signal }) => (await ask('GET /api/admin/blocks/{id}', { path: { id }, signal })).data,
  });
