import { createColumn } from '../../lib/list/createColumn.ts';
import {
  createColumns,
  createPeople,
  endOf,
  findRepeated,
  type HistoryColumns,
  leadingTo,
  NONE,
  parentsOf,
  sealNumber,
} from './historyColumns.ts';
import type { HistoryCommit, KnownChange, KnownCommit, KnownVersion, RecordVersion } from './historyCommit.ts';
import { createIdIndex } from './idList.ts';

/**
 * Commits and what each made of which record. Any commits may stand in it; those that lead to the one it was last moved
 * to count, so a branch that is left and taken up again is not read again.
 */
export interface HistoryTable {
  readonly columns: HistoryColumns;
  /** How many commits count, and how many do not. */
  readonly counted: number;
  readonly forgotten: number;
  has(id: string): boolean;
  /** The commits that count and whose ids begin so. */
  beginningWith(prefix: string): readonly string[];
  /** Takes a commit in that it does not have, after its parents; it does not count yet. */
  add(commit: HistoryCommit): void;
  /** Lets exactly the commits count that lead to this one (null: none). Answers those that do now and did not, or the other way round. */
  moveTo(id: string | null): readonly number[];
  /** The paths of the files that these commits changed. */
  pathsIn(commits: readonly number[]): ReadonlySet<string>;
  /** Whether there is a version of a record, counted or not. */
  knows(record: string): boolean;
  /** The numbers of a record's versions that count, newest first. */
  versionsOf(record: string): readonly number[];
  /** The newest of them that is wanted. */
  findVersion(record: string, isWanted: (version: number) => boolean): number | undefined;
  version(number: number): KnownVersion | undefined;
  /** The path of a version, by its number; undefined where the file was left as it was. */
  pathOf(version: number): string | undefined;
  /** Whether a version is that the file is gone. */
  isGone(version: number): boolean;
  /** Whether a version has these bytes. */
  isBlob(version: number, blob: string): boolean;
  /** When a version was committed, ISO 8601. */
  timeOf(version: number): string;
  /** The place of a version's commit among all: every commit is after those that lead to it, whatever its time says. */
  orderOf(version: number): number;
  /** The commit that made a version. */
  commitOf(version: number): KnownCommit;
  /** The numbers of the commits that count and have changed something, newest first. */
  changes(): readonly number[];
  change(number: number): KnownChange;
}

export function createHistoryTable(columns: HistoryColumns = createColumns()): HistoryTable {
  const { commits, parents, versions, newest, origins, records, paths, words } = columns;
  const index = createIdIndex(commits.ids);
  const originOf = new Map<number, number>();
  for (let at = 0; at < origins.length; at += 2) originOf.set(origins.values[at]!, origins.values[at + 1]!);
  const people = createPeople(words);
  /** Of commits that were asked for, as text. */
  const times = new Map<number, string>();
  /** Whether each commit counts. */
  const counts = createColumn(new Uint8Array(commits.at.length));
  let head = NONE;
  let counted = 0;
  let sorted: number[] | null = null;
  let repeated: ReadonlySet<number> | null = null;

  const orderOf = (commit: number): number => commits.order.values[commit]!;
  const isNewer = (a: number, b: number): boolean =>
    orderOf(a) === orderOf(b) ? commits.ids.compare(a, b) > 0 : orderOf(a) > orderOf(b);
  const commitOf = (version: number): number => versions.commit.values[version]!;
  const isCounted = (version: number): boolean => counts.values[commitOf(version)] === 1;

  function addCommit({ id, parents: ids, at, author, action, actor, seal, isChange }: HistoryCommit): number {
    const number = commits.at.length;
    const known = ids.map(index.find).filter((parent) => parent !== NONE);
    commits.parentsFrom.push(parents.length);
    parents.push(...known);
    commits.ids.push(id);
    index.follow();
    commits.at.push(at);
    commits.order.push(Math.max(at, ...known.map((parent) => orderOf(parent) + 1)));
    commits.author.push(people.add(author));
    commits.action.push(action === null ? NONE : words.add(action));
    commits.actor.push(actor === null ? NONE : words.add(actor));
    commits.isChange.push(isChange ? 1 : 0);
    commits.versionsFrom.push(versions.commit.length);
    commits.seal.push(seal === null ? 0 : sealNumber(seal.text) * (seal.isCopied ? -1 : 1));
    counts.push(0);
    return number;
  }

  function addVersion(commit: number, { record, path, blob, origin }: RecordVersion): void {
    const number = versions.commit.length;
    versions.commit.push(commit);
    versions.record.push(recordNumber(record));
    versions.path.push(path === null ? NONE : paths.add(path));
    versions.blobs.push(blob);
    versions.older.push(NONE);
    if (origin !== undefined) {
      originOf.set(number, origin === null ? NONE : recordNumber(origin));
      origins.push(number, originOf.get(number)!);
    }
    link(number);
  }

  function recordNumber(name: string): number {
    const number = records.add(name);
    if (number === newest.length) newest.push(NONE);
    return number;
  }

  /** Puts a version among those of its record, newest first: nearly always it is the newest. */
  function link(version: number): void {
    const record = versions.record.values[version]!;
    let before = NONE;
    let after = newest.values[record]!;
    while (after !== NONE && isNewer(commitOf(after), commitOf(version))) {
      before = after;
      after = versions.older.values[after]!;
    }
    versions.older.values[version] = after;
    if (before === NONE) newest.values[record] = version;
    else versions.older.values[before] = version;
  }

  /** The usual case: the one commit on top of the last. */
  const isNext = (commit: number): boolean =>
    commit === commits.at.length - 1 &&
    parentsOf(columns, commit).length === 1 &&
    parentsOf(columns, commit)[0] === head;

  function moveTo(id: string | null): readonly number[] {
    const target = id === null ? NONE : index.find(id);
    const turned: number[] = [];
    if (target === head) return turned;
    const isOneMore = target !== NONE && isNext(target);
    const reached = isOneMore ? null : leadingTo(columns, target);
    for (let commit = isOneMore ? target : 0; commit < counts.length; commit++) {
      const isReached = reached ? reached[commit]! : 1;
      if (counts.values[commit] === isReached) continue;
      counts.values[commit] = isReached;
      counted += isReached === 1 ? 1 : -1;
      turned.push(commit);
    }
    head = target;
    repeated = null;
    if (isOneMore && commits.isChange.values[target] === 1) sorted?.unshift(target);
    else sorted = null;
    return turned;
  }

  function versionsIn(commit: number): readonly number[] {
    const from = commits.versionsFrom.values[commit]!;
    const end = endOf(commits.versionsFrom, commit, versions.commit.length);
    return Array.from({ length: end - from }, (_, at) => from + at);
  }

  const pathOf = (version: number): string | undefined => paths.texts[versions.path.values[version]!];

  function findVersion(record: string, isWanted: (version: number) => boolean): number | undefined {
    let version = newestOf(records.find(record) ?? NONE);
    let limit = Number.POSITIVE_INFINITY;
    while (version !== NONE) {
      const order = orderOf(commitOf(version));
      const isIn = isCounted(version) && order < limit;
      if (isIn && isWanted(version)) return version;
      const origin = isIn ? originOf.get(version) : undefined;
      if (origin !== undefined) limit = order;
      version = origin === undefined ? versions.older.values[version]! : newestOf(origin);
    }
    return undefined;
  }

  const newestOf = (record: number): number => (record === NONE ? NONE : newest.values[record]!);

  function versionsOf(record: string): readonly number[] {
    const found: number[] = [];
    findVersion(record, (version) => {
      found.push(version);
      return false;
    });
    return found;
  }

  function timeAt(commit: number): string {
    const time = times.get(commit) ?? new Date(commits.at.values[commit]!).toISOString();
    times.set(commit, time);
    return time;
  }

  function claimOf(column: typeof commits.actor, commit: number): string | null {
    repeated ??= findRepeated(commits, (one) => counts.values[one] === 1);
    return repeated.has(commit) ? null : (words.texts[column.values[commit]!] ?? null);
  }

  function commitAt(commit: number): KnownCommit {
    return { commit: commits.ids.at(commit)!, at: timeAt(commit), author: people.at(commits.author.values[commit]!) };
  }

  function listChanges(): number[] {
    const found: number[] = [];
    for (let commit = counts.length - 1; commit >= 0; commit--)
      if (counts.values[commit] === 1 && commits.isChange.values[commit] === 1) found.push(commit);
    return found.sort((a, b) => (isNewer(a, b) ? -1 : 1));
  }

  return {
    columns,
    get counted() {
      return counted;
    },
    get forgotten() {
      return counts.length - counted;
    },
    has: (id) => index.find(id) !== NONE,
    beginningWith: (prefix) =>
      Array.from({ length: counts.length }, (_, commit) =>
        counts.values[commit] === 1 ? commits.ids.at(commit)! : '',
      ).filter((id) => id !== '' && id.startsWith(prefix)),
    add(commit) {
      const number = addCommit(commit);
      for (const version of commit.versions) addVersion(number, version);
    },
    moveTo,
    pathsIn: (changed) => new Set(changed.flatMap(versionsIn).flatMap((version) => pathOf(version) ?? [])),
    knows: (record) => records.find(record) !== undefined,
    versionsOf,
    findVersion,
    pathOf,
    isBlob: (version, blob) => versions.blobs.isText(version, blob),
    isGone: (version) => pathOf(version) !== undefined && versions.blobs.isNone(version),
    timeOf: (version) => timeAt(commitOf(version)),
    orderOf: (version) => orderOf(commitOf(version)),
    commitOf: (version) => commitAt(commitOf(version)),
    version(number) {
      const path = pathOf(number);
      return path === undefined ? undefined : { ...commitAt(commitOf(number)), path, blob: versions.blobs.at(number) };
    },
    changes: () => (sorted ??= listChanges()),
    change: (commit) => ({
      ...commitAt(commit),
      order: orderOf(commit),
      action: claimOf(commits.action, commit),
      actor: claimOf(commits.actor, commit),
      records: versionsIn(commit).map((version) => records.texts[versions.record.values[version]!]!),
    }),
  };
}
