import { entityOf, KINDS } from '../model/entities/index.ts';
import type { IdCounter, IndexDef } from '../model/entity.ts';
import type { Kind } from '../model/records.ts';

/** The keys of a record in each index, by the index's name; indexes without a key may be absent. */
type IndexKeys = Readonly<Record<string, readonly string[]>>;

/**
 * What the store needs to know of a record to take it in. The parse cache keeps it, so a start need not read the data.
 */
export interface Outline {
  /** The ids that nested records give, by counter, in order; 0 for one that gives none. */
  readonly nested: Readonly<Partial<Record<IdCounter, readonly number[]>>>;
  readonly keys: IndexKeys;
}

export const outlineOf = (kind: Kind, data: object): Outline => ({
  nested: nestedIn(kind, data),
  keys: recordIndexKeys(kind, data),
});

/** A record's keys in the indexes of its kind. */
const recordIndexKeys = (kind: Kind, data: unknown): IndexKeys =>
  Object.fromEntries(
    indexesOf(kind)
      .map(([name, index]) => [name, indexKeys(index, data)] as const)
      .filter(([, keys]) => keys.length > 0),
  );

type NamedIndexes = readonly (readonly [string, IndexDef<unknown>])[];

/** Computed once: every file of a site is indexed at a first start. */
const INDEXES: ReadonlyMap<Kind, NamedIndexes> = new Map(
  KINDS.map((kind) => [
    kind,
    Object.entries(entityOf(kind).indexes).filter(([, index]) => indexCounter(index) === undefined),
  ]),
);

/** The indexes of a kind that tables keep, by name; ids of nested records are found by `claims`. */
export const indexesOf = (kind: Kind): NamedIndexes => INDEXES.get(kind)!;

/** The counter of an index whose keys are ids of nested records. */
export function indexCounter(index: IndexDef<unknown>): IdCounter | undefined {
  return 'counter' in index ? index.counter : undefined;
}

export const indexKeys = (index: IndexDef<unknown>, data: unknown): readonly string[] =>
  'unique' in index ? [index.unique(data)] : index.many(data);

function nestedIn(kind: Kind, data: object): Outline['nested'] {
  const nested: Partial<Record<IdCounter, number[]>> = {};
  entityOf(kind).withIds?.(data, (counter, _, stored = 0) => {
    nested[counter] ??= [];
    nested[counter].push(stored);
    return stored;
  });
  return nested;
}
