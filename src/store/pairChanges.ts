import type { Change, Entry } from '../model/entry.ts';

/** A change of what is kept as more than an entry. */
export interface Pair<E extends Entry> extends Change {
  readonly before: E | null;
  readonly after: E | null;
}

/** What makes a record the same whatever becomes of its file. */
export const identity = ({ kind, id }: Entry): string => `${kind}:${id}`;

/** What goes and what comes under one kind and id is one record. */
export function pairChanges<E extends Entry>(gone: ReadonlyMap<string, E>, came: readonly E[]): readonly Pair<E>[] {
  // As it is at a start, with everything to come.
  if (gone.size === 0) return came.map((after) => ({ kind: after.kind, before: null, after }));
  const removed = new Map(gone);
  const arrivals = came.map((after): Pair<E> => {
    const name = identity(after);
    removed.delete(name);
    return { kind: after.kind, before: gone.get(name) ?? null, after };
  });
  return [...[...removed.values()].map((before) => ({ kind: before.kind, before, after: null })), ...arrivals];
}
