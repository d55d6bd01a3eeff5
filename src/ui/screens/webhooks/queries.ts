import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { tellProblem } from '../../parts/dialog/tell.tsx';
import { ask } from '../../wire/ask.ts';
import type { Delivery } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';

/** All webhooks. */
export const webhooksQuery = queryOptions({
  queryKey: createQueryKey('webhook', 'list'),
  queryFn: async () => (await ask('GET /api/admin/webhooks')).data,
});

const SHOWN = 30;
/** How often the list is refreshed while a delivery is on its way. */
const POLL_MS = 2000;

/** The latest deliveries of a webhook. */
export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: createQueryKey('webhook', id, 'deliveries'),
    queryFn: async () =>
      (await ask('GET /api/admin/webhooks/{id}/deliveries', { path: { id }, query: { limit: SHOWN } })).data,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? POLL_MS : false),
  });

/** A failed delivery may be tried again hours later, so nobody waits for that. */
const isWaiting = ({ status, attempts }: Delivery): boolean => status === 'pending' && attempts === 0;

/** Sends a test to a webhook, or an earlier delivery again. */
export function useSend(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (messageId: string | undefined) =>
      messageId === undefined
        ? ask('POST /api/admin/webhooks/{id}/test', { path: { id } })
        : ask('POST /api/admin/webhooks/{id}/deliveries/{messageId}/redeliver', { path: { id, messageId } }),
    onError: tellProblem,
    onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('webhook') }),
  });
}
