import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import type { Change, ChangeItem } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { toProblems, type WireProblem } from '../../wire/WireError.ts';

const CHUNK = 50;

/** The changes that are not live, or those of them in one state, and the dropped ones that can be restored. */
export const changesQuery = (state?: ListedState) =>
  infiniteQueryOptions({
    queryKey: createQueryKey('change', { listed: CHUNK, state }),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask('GET /api/admin/changes', { query: { limit: CHUNK, offset: pageParam, ...(state && { state }) }, signal }),
    getNextPageParam: ({ meta: { offset, total } }) => (offset + CHUNK < total ? offset + CHUNK : undefined),
    placeholderData: keepPreviousData,
  });

/** How far a change is on its way to going live. */
export type ListedState = ChangeItem['state'];

/** The most changes to choose from: a git host may have thousands of branches. */
const MAX_CHOICES = 100;

/** The names of the first changes, and how many there are. */
export const changeNamesQuery = queryOptions({
  queryKey: createQueryKey('change', { named: MAX_CHOICES }),
  queryFn: ({ signal }) => ask('GET /api/admin/change-names', { query: { limit: MAX_CHOICES }, signal }),
});

/** How many pages wait to be published for the first time, or again. */
export const unpublishedCountQuery = queryOptions({
  queryKey: createQueryKey('page', 'unpublished'),
  queryFn: async ({ signal }) =>
    (await ask('GET /api/admin/pages', { query: { status: 'draft', limit: 1 }, signal })).meta.total,
});

/** A change, with the words for why it could not be published when its time came. */
export interface ReviewChange extends Change {
  readonly refusals: readonly WireProblem[];
}

/** One change with its edits to each record. */
export const changeQuery = (name: string) =>
  queryOptions({
    queryKey: createQueryKey('change', name),
    queryFn: async (): Promise<ReviewChange> => {
      const { data } = await ask('GET /api/admin/changes/{name}', { path: { name } });
      return { ...data, refusals: await toProblems(data.scheduleProblems) };
    },
  });
