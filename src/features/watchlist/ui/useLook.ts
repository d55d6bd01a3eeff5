import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notifyError } from '../../../ui/parts/dialog/notify.tsx';
import { ask } from '../../../ui/wire/ask.ts';
import type { Look } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

/** A page, or a change. */
export type LookedAt =
  | { readonly record: { readonly kind: 'page'; readonly id: number } }
  | { readonly change: string };

/** Looking is an act: it is asked once while a screen is open, and never again by itself. */
const lookQuery = (subject: LookedAt) =>
  queryOptions({
    queryKey: createQueryKey('watch', subject),
    queryFn: async () => (await ask('POST /api/admin/watchlist/look', { body: subject })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Loads what a panel shows; without it, the panel is empty. */
export const fetchLook = (client: QueryClient, subject: LookedAt): Promise<unknown> =>
  client.prefetchQuery({ ...lookQuery(subject), gcTime: 60_000 });

/** What there is to know of a subject that somebody looks at now, and the function that watches it or stops to. */
export function useLook(subject: LookedAt) {
  const client = useQueryClient();
  const query = lookQuery(subject);
  const { data: look } = useQuery(query);
  const key = JSON.stringify(subject);
  // What was there when somebody leaves, their own edits among it, has been seen.
  useEffect(
    () => () => {
      ask('POST /api/admin/watchlist/look', { body: JSON.parse(key) as LookedAt }).catch(() => undefined);
      client.removeQueries({ queryKey: createQueryKey('watch', JSON.parse(key)) });
    },
    [client, key],
  );
  const watching = useMutation({
    mutationFn: (isWatched: boolean) => ask('PUT /api/admin/watchlist', { body: { ...subject, isWatched } }),
    onSuccess: ({ data }) =>
      client.setQueryData(query.queryKey, (known: Look | undefined) => known && { ...known, ...data }),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('inbox', 'watched') }),
  });
  return { look, watch: watching.mutate, isPending: watching.isPending };
}
