import type { Change, Entry } from '../model/entry.ts';

/** What makes a record the same whatever becomes of its file. */
export const identity = ({ kind, id }: Entry): string => `${kind}:${id}`;

/** What goes and what comes under one kind and id is one record. */
export function pairChanges(gone: ReadonlyMap<string, Entry>, came: readonly Entry[]): readonly Change[] {
  // As it is at a start, with everything to come.
  if (gone.size === 0) return came.map((entry) => ({ kind: entry.kind, before: null, after: entry }));
  const arrivals = new Set(came.map(identity));
  return [
    ...[...gone.values()]
      .filter((entry) => !arrivals.has(identity(entry)))
      .map((before) => ({ kind: before.kind, before, after: null })),
    ...came.map((entry) => ({ kind: entry.kind, before: gone.get(identity(entry)) ?? null, after: entry })),
  ];
}
