import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../ui/wire/ask.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

/** How far the review of a change is. */
export const changeReviewQuery = (name: string) =>
  queryOptions({
    queryKey: createQueryKey('change', name, 'review'),
    queryFn: async ({ signal }) => (await ask('GET /api/admin/changes/{name}/review', { path: { name }, signal })).data,
  });

/** What must be approved before it is live. */
export const reviewSettingsQuery = queryOptions({
  queryKey: createQueryKey('change', 'review', 'settings'),
  queryFn: async ({ signal }) => (await ask('GET /api/admin/review', { signal })).data,
});
