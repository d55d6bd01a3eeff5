import { createColumn, type NumberColumn } from '../../lib/list/createColumn.ts';
import type { Person } from '../format/commit.ts';
import { createIdList, type IdList } from './idList.ts';

export const NONE = -1;

/**
 * The columns of the history index. As plain objects, 100,000 commits would take no more memory, but loading them would
 * take 0.35 s in one turn instead of 0.035 s: a start from caches is to take 0.5 s, and nobody is served meanwhile.
 */
export interface HistoryColumns {
  /** By the number of a commit. */
  readonly commits: {
    readonly ids: IdList;
    readonly at: NumberColumn<Float64Array>;
    /** Newer commits have more, and each more than its parents: git's corrected commit date, in milliseconds. */
    readonly order: NumberColumn<Float64Array>;
    /** Where its parents begin in `parents`. */
    readonly parentsFrom: NumberColumn<Int32Array>;
    readonly author: NumberColumn<Int32Array>;
    readonly action: NumberColumn<Int32Array>;
    readonly actor: NumberColumn<Int32Array>;
    readonly isChange: NumberColumn<Uint8Array>;
    /** Where its versions begin. */
    readonly versionsFrom: NumberColumn<Int32Array>;
    /** The first 48 bits of its change's seal, negative if somebody has recreated the commit with it; 0: none. */
    readonly seal: NumberColumn<Float64Array>;
  };
  readonly parents: NumberColumn<Int32Array>;
  /** By the number of a version. */
  readonly versions: {
    readonly commit: NumberColumn<Int32Array>;
    readonly record: NumberColumn<Int32Array>;
    readonly path: NumberColumn<Int32Array>;
    readonly blobs: IdList;
    /** The next older version of the same record. */
    readonly older: NumberColumn<Int32Array>;
  };
  /** By the number of a record: its newest version. */
  readonly newest: NumberColumn<Int32Array>;
  /** Pairs of a version and the record that it continues, or NONE. */
  readonly origins: NumberColumn<Int32Array>;
  readonly records: InternedTexts;
  readonly paths: InternedTexts;
  /** People (name and e-mail address), actions and actors. */
  readonly words: InternedTexts;
}

/** All columns in the order of the cache file. */
interface HistoryParts {
  readonly lists: readonly (Int32Array | Float64Array | Uint8Array)[];
  readonly texts: readonly string[][];
}

/** The type of each list of `HistoryParts`. */
export const LIST_TYPES = [
  ...[Uint8Array, Float64Array, Float64Array, Int32Array, Int32Array, Int32Array, Int32Array, Uint8Array, Int32Array],
  Float64Array,
  ...[Int32Array, Int32Array, Int32Array, Int32Array, Uint8Array, Int32Array, Int32Array, Int32Array],
] as const;

const emptyParts = (): HistoryParts => ({ lists: LIST_TYPES.map((Type) => new Type()), texts: [[], [], []] });

/** @param parts what `copyColumns` has returned; taken over */
export function createColumns({ lists, texts }: HistoryParts = emptyParts()): HistoryColumns {
  const left = [...lists];
  // The lists are in the order of `LIST_TYPES`.
  const ids = (): IdList => createIdList(left.shift() as Uint8Array);
  const bytes = (): NumberColumn<Uint8Array> => createColumn(left.shift() as Uint8Array);
  const integers = (): NumberColumn<Int32Array> => createColumn(left.shift() as Int32Array);
  const numbers = (): NumberColumn<Float64Array> => createColumn(left.shift() as Float64Array);
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
    records: records as InternedTexts,
    paths: paths as InternedTexts,
    words: words as InternedTexts,
  };
}

/** A copy of all columns as they are now. */
export function copyColumns({
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

/** Where the items of a commit end; `from` says where they begin. */
export const endOfItems = (from: NumberColumn<Int32Array>, commit: number, last: number): number =>
  commit + 1 < from.length ? from.values[commit + 1]! : last;

/** The numbers of a commit's parents. */
export function parentsOf({ commits: { parentsFrom }, parents }: HistoryColumns, commit: number): Int32Array {
  return parents.values.subarray(parentsFrom.values[commit], endOfItems(parentsFrom, commit, parents.length));
}

/** For each commit, by number: 1 if it leads to this one. */
export function leadingTo({ commits: { at, parentsFrom }, parents }: HistoryColumns, commit: number): Uint8Array {
  const reached = new Uint8Array(at.length);
  const open = commit === NONE ? [] : [commit];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached[next] === 1) continue;
    reached[next] = 1;
    const end = endOfItems(parentsFrom, next, parents.length);
    for (let at = parentsFrom.values[next]!; at < end; at++) open.push(parents.values[at]!);
  }
  return reached;
}

/** The people of a history; each is one of its words. */
interface HistoryPeople {
  add(person: Person): number;
  at(word: number): Person;
}

const NAME_END = '\n';

export function createPeople(words: HistoryColumns['words']): HistoryPeople {
  const known = new Map<number, Person>();
  return {
    add: ({ name, email }) => words.add(`${name}${NAME_END}${email}`),
    at(word) {
      const present = known.get(word);
      if (present) return present;
      const [name = '', email = ''] = words.texts[word]!.split(NAME_END);
      const person = { name, email };
      known.set(word, person);
      return person;
    },
  };
}

/** As many bits of a seal as a number holds exactly. */
export const sealNumber = (text: string): number => Buffer.from(text, 'base64url').readUIntBE(0, 6);

/**
 * The recreated commits that repeat the change of another commit that counts. Of all commits with the same seal only one
 * is believed: the one that was made with it, or else the first one recreated.
 */
export function findRepeatedCommits(
  { seal, order }: HistoryColumns['commits'],
  isCounted: (commit: number) => boolean,
): ReadonlySet<number> {
  const seals = seal.values.subarray(0, seal.length);
  const copies = [...seals.keys()].filter((commit) => seals[commit]! < 0 && isCounted(commit));
  if (copies.length === 0) return new Set();
  const copied = new Set(copies.map((commit) => -seals[commit]!));
  const taken = new Set(seals.filter((one, commit) => copied.has(one) && isCounted(commit)));
  copies.sort((a, b) => order.values[a]! - order.values[b]!);
  return new Set(copies.filter((commit) => taken.size === taken.add(-seals[commit]!).size));
}

/** Texts that occur often, each kept once and known by its number. */
interface InternedTexts {
  readonly texts: readonly string[];
  /** The number of a text; a new text gets a new one. */
  add(text: string): number;
  find(text: string): number | undefined;
}

/** @param texts taken over, in the order of their numbers */
export function createInterned(texts: string[] = []): InternedTexts {
  let byText: Map<string, number> | undefined;
  /** Built on first use: many lists are only ever read. */
  const numbers = (): Map<string, number> => {
    byText ??= new Map(texts.map((text, number) => [text, number]));
    return byText;
  };
  return {
    texts,
    find: (text) => numbers().get(text),
    add(text) {
      const known = numbers().get(text);
      if (known !== undefined) return known;
      numbers().set(text, texts.length);
      return texts.push(text) - 1;
    },
  };
}
