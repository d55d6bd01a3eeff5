import { type Column, createColumn } from '../../lib/createColumn.ts';
import { createInterned, type Interned } from '../../lib/createInterned.ts';
import { createIdList, type IdList } from './idList.ts';

export const NONE = -1;

/** The columns of the history index: 100,000 commits of 100,000 records must not weigh like as many objects. */
export interface HistoryColumns {
  /** By the number of a commit. */
  readonly commits: {
    readonly ids: IdList;
    readonly at: Column<Float64Array>;
    /** Newer commits have more, and each more than its parents: git's corrected commit date, in milliseconds. */
    readonly order: Column<Float64Array>;
    /** Where its parents begin in `parents`. */
    readonly parentsFrom: Column<Int32Array>;
    readonly author: Column<Int32Array>;
    readonly action: Column<Int32Array>;
    readonly actor: Column<Int32Array>;
    readonly isChange: Column<Uint8Array>;
    /** Where its versions begin. */
    readonly versionsFrom: Column<Int32Array>;
    /** The first 48 bits of the seal of what it did, as a negative number where it was made anew with it; 0: none. */
    readonly seal: Column<Float64Array>;
  };
  readonly parents: Column<Int32Array>;
  /** By the number of a version. */
  readonly versions: {
    readonly commit: Column<Int32Array>;
    readonly record: Column<Int32Array>;
    readonly path: Column<Int32Array>;
    readonly blobs: IdList;
    /** The next older version of the same record. */
    readonly older: Column<Int32Array>;
  };
  /** By the number of a record: its newest version. */
  readonly newest: Column<Int32Array>;
  /** Pairs: a version, and the record that it continues or NONE. */
  readonly origins: Column<Int32Array>;
  readonly records: Interned;
  readonly paths: Interned;
  /** Names and e-mail addresses of people, what was done, and by whom. */
  readonly words: Interned;
}

/** Everything in its order, as the cache file has it. */
export interface HistoryParts {
  readonly lists: readonly (Int32Array | Float64Array | Uint8Array)[];
  readonly texts: readonly string[][];
}

/** What each list of `HistoryParts` is made of. */
export const LIST_TYPES = [
  ...[Uint8Array, Float64Array, Float64Array, Int32Array, Int32Array, Int32Array, Int32Array, Uint8Array, Int32Array],
  Float64Array,
  ...[Int32Array, Int32Array, Int32Array, Int32Array, Uint8Array, Int32Array, Int32Array, Int32Array],
] as const;

const emptyParts = (): HistoryParts => ({ lists: LIST_TYPES.map((Type) => new Type()), texts: [[], [], []] });

/** @param parts what `partsOf` gave, taken over */
export function createColumns({ lists, texts }: HistoryParts = emptyParts()): HistoryColumns {
  const left = [...lists];
  // The lists stand in the order of `LIST_TYPES`.
  const ids = (): IdList => createIdList(left.shift() as Uint8Array);
  const bytes = (): Column<Uint8Array> => createColumn(left.shift() as Uint8Array);
  const integers = (): Column<Int32Array> => createColumn(left.shift() as Int32Array);
  const numbers = (): Column<Float64Array> => createColumn(left.shift() as Float64Array);
  const [records = [], paths = [], words = []] = texts.map((list) => createInterned(list));
  return {
    commits: {
      ids: ids(),
      at: numbers(),
      order: numbers(),
      parentsFrom: integers(),
      author: integers(),
      action: integers(),
      actor: integers(),
      isChange: bytes(),
      versionsFrom: integers(),
      seal: numbers(),
    },
    parents: integers(),
    versions: { commit: integers(), record: integers(), path: integers(), blobs: ids(), older: integers() },
    newest: integers(),
    origins: integers(),
    records: records as Interned,
    paths: paths as Interned,
    words: words as Interned,
  };
}

/** A copy of everything, as it is at this moment. */
export function partsOf({
  commits,
  parents,
  versions,
  newest,
  origins,
  records,
  paths,
  words,
}: HistoryColumns): HistoryParts {
  const columns = [
    ...[commits.ids.bytes, commits.at, commits.order, commits.parentsFrom, commits.author, commits.action],
    ...[commits.actor, commits.isChange, commits.versionsFrom, commits.seal, parents],
    ...[versions.commit, versions.record, versions.path, versions.blobs.bytes, versions.older, newest, origins],
  ];
  return {
    lists: columns.map((column) => column.copy()),
    texts: [records, paths, words].map(({ texts }) => [...texts]),
  };
}
