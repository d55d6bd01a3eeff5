import type { Entry, EntryChange } from '../model/entry.ts';

/** A change whose entries are of a narrower type. */
export interface TypedChange<E extends Entry> extends EntryChange {
  readonly before: E | null;
  readonly after: E | null;
}

/** Identifies a record, whatever happens to its file. */
export const identity = ({ kind, id }: Entry): string => `${kind}:${id}`;

/**
 * Turns removed and added entries into changes: a removed and an added entry of the same kind and id are one change.
 */
export function pairChanges<E extends Entry>(
  gone: ReadonlyMap<string, E>,
  came: readonly E[],
): readonly TypedChange<E>[] {
  // A shortcut for a start, when everything is added.
  if (gone.size === 0) return came.map((after) => ({ kind: after.kind, before: null, after }));
  const removed = new Map(gone);
  const arrivals = came.map((after): TypedChange<E> => {
    const name = identity(after);
    removed.delete(name);
    return { kind: after.kind, before: gone.get(name) ?? null, after };
  });
  return [...[...removed.values()].map((before) => ({ kind: before.kind, before, after: null })), ...arrivals];
}
