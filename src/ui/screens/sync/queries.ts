import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClashDecision } from '../../parts/clash/ClashSides.tsx';
import { tellDone, tellProblem } from '../../parts/dialog/tell.tsx';
import { ask } from '../../wire/ask.ts';
import type { Sync } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';

const POLL_MS = 30_000;

/** The state of the git host; null if there is none. */
export const syncQuery = queryOptions({
  queryKey: createQueryKey('sync'),
  queryFn: async () => (await ask('GET /api/admin/sync')).data,
  refetchInterval: POLL_MS,
});

/** Shows the state that a write has answered with. A read that began before the write must not replace it. */
async function cacheSyncState(client: QueryClient, state: Sync): Promise<void> {
  await client.cancelQueries({ queryKey: syncQuery.queryKey });
  client.setQueryData(syncQuery.queryKey, state);
}

export function useSyncNow(done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask('POST /api/admin/sync'),
    async onSuccess({ data }) {
      await cacheSyncState(client, data);
      if (data.error === null) tellDone(done);
    },
    onError: tellProblem,
  });
}

export function useSettle(clash: string, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ClashDecision) => ask('POST /api/admin/sync/clashes/{clash}', { path: { clash }, body }),
    async onSuccess({ data }) {
      await cacheSyncState(client, data);
      tellDone(done);
    },
    async onError(error) {
      tellProblem(error);
      // Somebody else may have settled it already.
      await client.invalidateQueries({ queryKey: syncQuery.queryKey });
    },
  });
}
