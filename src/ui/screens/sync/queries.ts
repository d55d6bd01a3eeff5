import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Choice } from '../../parts/clash/ClashSides.tsx';
import { tellDone, tellProblem } from '../../parts/dialog/tell.tsx';
import { ask } from '../../wire/ask.ts';
import { keyOf } from '../../wire/keys.ts';
import { WireError } from '../../wire/WireError.ts';

const POLL_MS = 30_000;

/** The state of the git host; null if there is none. */
export const syncQuery = queryOptions({
  queryKey: keyOf('sync'),
  queryFn: async () => {
    try {
      return (await ask('GET /api/admin/sync')).data;
    } catch (error) {
      if (error instanceof WireError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  },
  refetchInterval: POLL_MS,
});

export function useSyncNow(done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask('POST /api/admin/sync'),
    onSuccess({ data }) {
      client.setQueryData(syncQuery.queryKey, data);
      if (data.error === null) tellDone(done);
    },
    onError: tellProblem,
  });
}

export function useSettle(clash: string, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Choice) => ask('POST /api/admin/sync/clashes/{clash}', { path: { clash }, body }),
    onSuccess({ data }) {
      client.setQueryData(syncQuery.queryKey, data);
      tellDone(done);
    },
    async onError(error) {
      tellProblem(error);
      // Somebody else may have settled it already.
      await client.invalidateQueries({ queryKey: syncQuery.queryKey });
    },
  });
}
