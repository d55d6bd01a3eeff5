import type { Entry, Lookup } from '../entry.ts';

/**
 * The records of a lookup that somebody may see. The others do not exist there: nothing refers to them, and a reference to
 * one is a reference to nothing.
 */
export function restrictLookup(
  lookup: Lookup,
  isVisible: (entry: Entry) => boolean,
): Required<Omit<Lookup, 'kept' | 'aliases' | 'linked'>> {
  const ifVisible = <T extends Entry>(entry: T | undefined): T | undefined =>
    entry && isVisible(entry) ? entry : undefined;
  return {
    code: lookup.code,
    get: (kind, id) => ifVisible(lookup.get(kind, id)),
    byKey: (kind, key) => ifVisible(lookup.byKey(kind, key)),
    find: (kind, index, key) => lookup.find(kind, index, key).filter(isVisible),
    all: (kind) => [...lookup.all(kind)].filter(isVisible),
    referring: (kind, key) => lookup.referring(kind, key).filter(isVisible),
    hides(kind, key) {
      const entry = lookup.byKey(kind, key);
      return entry === undefined ? (lookup.hides?.(kind, key) ?? false) : !isVisible(entry);
    },
  };
}
