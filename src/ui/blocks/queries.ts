import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from '../wire/ask.ts';
import { createQueryKey } from '../wire/keys.ts';

const MOST_SHOWN = 100;

/** The reusable blocks that contain a text, up to the number that one list shows. */
export const reusableBlocksQuery = (search: string) =>
  queryOptions({
    queryKey: createQueryKey('block', 'reusable', search),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await ask('GET /api/admin/blocks', { query: { reusable: 'true', search, limit: MOST_SHOWN }, signal })).data,
  });

/** One reusable block. */
export const blockQuery = (id: number) =>
  queryOptions({
    queryKey: createQueryKey('block', id),
    queryFn: async ({ signal }) => (await ask('GET /api/admin/blocks/{id}', { path: { id }, signal })).data,
  });
