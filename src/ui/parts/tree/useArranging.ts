import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenChange } from '../../wire/chosenChange.ts';
import { type AdminQueryKey, createQueryKey } from '../../wire/keys.ts';
import { notifyError, notifySuccess } from '../dialog/notify.tsx';
import { undoOf } from '../record/undoOf.ts';

interface ArrangementResult {
  readonly etag: string | null;
  readonly commit: string | null;
}

interface Options<Whole, Node> {
  /** The query of the record that holds the tree: a menu, a vocabulary. */
  readonly queryKey: AdminQueryKey;
  put(whole: Whole, nodes: readonly Node[]): Whole;
  /** @param headers name the version that was arranged, so that what others have changed since is kept */
  send(nodes: readonly Node[], headers: Readonly<Record<string, string>>): Promise<ArrangementResult>;
}

/** Saves the order of a tree. It is shown at once, and reverted if the server refuses. */
export function useArranging<Whole extends { readonly etag: string | null }, Node>({
  queryKey,
  put,
  send,
}: Options<Whole, Node>) {
  const client = useQueryClient();
  /** The version to arrange: the one shown at the first of several moves, then the result of each move. */
  const arranged = useRef<string | null>(null);
  const tellMoved = useMovedNote();
  const mutationKey = ['arrange', ...queryKey];
  const isAlone = (): boolean => client.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    // One after another: each move builds on the result of the one before.
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
    onSuccess(answer) {
      arranged.current = answer.etag;
      tellMoved(answer);
    },
    onError(error, _nodes, before) {
      client.setQueryData(queryKey, before);
      notifyError(error);
    },
    onSettled: () => (isAlone() ? client.invalidateQueries({ queryKey: createQueryKey(queryKey[0]) }) : undefined),
  });
}

/** Tells of moves: of several soon after one another in one note, whose undo takes all of them back. */
function useMovedNote(): (move: ArrangementResult) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const moves = useRef<readonly ArrangementResult[]>([]);
  const hide = useRef<() => void>(undefined);
  return (move) => {
    const told = [...moves.current, move];
    hide.current?.();
    moves.current = told;
    const count = told.length;
    hide.current = notifySuccess(
      chosenChange() ? t('changes.saved') : t('tree.movedLive', { count }),
      undoOf(told, client),
      // A note that has been replaced by the next one is closed later.
      () => {
        if (moves.current === told) moves.current = [];
      },
    );
  };
}
