import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import type { AdminPage } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import type { VersionedAnswer } from '../../wire/sendRequest.ts';

export type PageAnswer = VersionedAnswer<'GET /api/admin/pages/{id}'>;
export type Status = AdminPage['status'];

/** A page with its blocks; the etag is the version of its file. */
export const pageQuery = (id: number) =>
  queryOptions({
    queryKey: createQueryKey('page', id),
    queryFn: ({ signal }) => ask('GET /api/admin/pages/{id}', { path: { id }, signal }),
  });

/** The page in its other languages. */
export const translationsQuery = (id: number) =>
  queryOptions({
    queryKey: createQueryKey('page', 'translations', id),
    queryFn: async ({ signal }) =>
      (await ask('GET /api/admin/pages/{id}/translations', { path: { id }, query: { states: true }, signal })).data,
  });
