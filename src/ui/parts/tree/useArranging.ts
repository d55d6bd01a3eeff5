import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Key, keyOf } from '../../wire/keys.ts';
import { tellProblem } from '../dialog/tell.tsx';

interface Options<Whole, Node> {
  /** What holds the tree: a menu, a vocabulary. */
  readonly queryKey: Key;
  put(whole: Whole, nodes: readonly Node[]): Whole;
  /** @param headers name the version that was arranged: what others changed meanwhile is kept */
  send(nodes: readonly Node[], headers: Readonly<Record<string, string>>): Promise<{ readonly etag: string | null }>;
}

/** Arranges a tree: shown at once, taken back where the server refuses. */
export function useArranging<Whole extends { readonly etag: string | null }, Node>({
  queryKey,
  put,
  send,
}: Options<Whole, Node>) {
  const client = useQueryClient();
  /** The version that is arranged: as it was shown when the first of several moves was made, then what each made. */
  const arranged = useRef<string | null>(null);
  const mutationKey = ['arrange', ...queryKey];
  const isAlone = (): boolean => client.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    // One after another: each arranges what the one before has made.
    scope: { id: mutationKey.join('/') },
    mutationFn: (nodes: readonly Node[]) =>
      send(nodes, { ...(arranged.current && { 'If-Match': arranged.current }), Prefer: 'merge' }),
    async onMutate(nodes) {
      const before = client.getQueryData<Whole>(queryKey);
      if (isAlone()) arranged.current = before?.etag ?? null;
      await client.cancelQueries({ queryKey });
      client.setQueryData<Whole>(queryKey, (whole) => whole && put(whole, nodes));
      return before;
    },
    onSuccess({ etag }) {
      arranged.current = etag;
    },
    onError(error, _nodes, before) {
      client.setQueryData(queryKey, before);
      tellProblem(error);
    },
    onSettled: () => (isAlone() ? client.invalidateQueries({ queryKey: keyOf(queryKey[0]) }) : undefined),
  });
}
