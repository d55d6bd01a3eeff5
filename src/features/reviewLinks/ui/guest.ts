import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentKind, GuestReview } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { sendRequest } from '../../../ui/wire/sendRequest.ts';

/** All that a link shows. */
export const reviewQuery = (token: string) =>
  queryOptions({
    queryKey: createQueryKey('link', token),
    queryFn: async ({ signal }) =>
      (await sendRequest('POST /api/admin/review-links/read', { body: { token }, signal })).data,
    retry: false,
  });

/** A page of the change, as everybody will see it. */
export const guestPageQuery = (token: string, id: number, head: string) =>
  queryOptions({
    queryKey: createQueryKey('link', token, id, head),
    queryFn: async ({ signal }) =>
      (await sendRequest('POST /api/admin/review-links/page', { body: { token, id }, signal })).data,
  });

/** Somebody who reviews by a link. */
export interface Guest {
  readonly token: string;
  readonly name: string;
}

interface GuestWords {
  readonly text: string;
  readonly record?: { readonly kind: ContentKind; readonly id: number };
  readonly thread?: number;
}

const readAgain = (client: QueryClient, token: string): Promise<void> =>
  client.invalidateQueries({ queryKey: createQueryKey('link', token) });

export function useGuestComment({ token, name }: Guest) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (said: GuestWords) =>
      sendRequest('POST /api/admin/review-links/comment', { body: { token, name, ...said } }),
    onSuccess: () => readAgain(client, token),
  });
}

export function useVerdict({ token, name }: Guest, { head }: Pick<GuestReview, 'head'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (yes: boolean) =>
      sendRequest('POST /api/admin/review-links/verdict', { body: { token, name, yes, head } }),
    onSettled: () => readAgain(client, token),
  });
}
