import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';

const CHUNK = 50;

/** The versions of a page, newest first. */
export const versionsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: createQueryKey('page', id, 'versions'),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask('GET /api/admin/pages/{id}/revisions', { path: { id }, query: { limit: CHUNK, offset: pageParam }, signal }),
    getNextPageParam: ({ meta: { offset, total } }) => (offset + CHUNK < total ? offset + CHUNK : undefined),
  });

/** A page as it was in a version. */
export const versionQuery = (id: number, commit: string) =>
  queryOptions({
    queryKey: createQueryKey('page', id, 'version', commit),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await ask('GET /api/admin/pages/{id}/revisions/{commit}', { path: { id, commit }, signal })).data,
  });
