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

/** Two versions to compare; without `to`, the page as it is now. */
export interface VersionPair {
  readonly from: string;
  readonly to: string | undefined;
}

/** The differences between two versions, value by value. */
export const diffQuery = (id: number, { from, to }: VersionPair) =>
  queryOptions({
    queryKey: createQueryKey('page', id, 'diff', from, to ?? 'now'),
    // Versions never change, so neither do their differences.
    ...(to !== undefined && { staleTime: Number.POSITIVE_INFINITY }),
    queryFn: async ({ signal }) =>
      (
        await ask('GET /api/admin/pages/{id}/revisions/{commit}/diff', {
          path: { id, commit: from },
          query: { ...(to !== undefined && { to }) },
          signal,
        })
      ).data,
  });

/** A page as it was in a version. */
export const versionQuery = (id: number, commit: string) =>
  queryOptions({
    queryKey: createQueryKey('page', id, 'version', commit),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await ask('GET /api/admin/pages/{id}/revisions/{commit}', { path: { id, commit }, signal })).data,
  });
