import { createColumn } from '../../lib/list/createColumn.ts';
import {
  createPeople,
  endOfItems,
  findRepeatedCommits,
  type HistoryColumns,
  leadingTo,
  NONE,
  parentsOf,
  sealNumber,
} from './historyColumns.ts';
import type { CommitClaims, CommittedVersion, HistoryCommit, KnownCommit } from './historyCommit.ts';
import { createIdIndex } from './idList.ts';

/** The columns, and what a table keeps besides. */
export interface HistoryRows extends HistoryColumns {
  readonly columns: HistoryColumns;
  readonly index: ReturnType<typeof createIdIndex>;
  readonly originOf: Map<number, number>;
  readonly people: ReturnType<typeof createPeople>;
  /** The times of commits that were asked for, as text. */
  readonly times: Map<number, string>;
  /** Whether each commit counts. */
  readonly counts: ReturnType<typeof createColumn<Uint8Array>>;
  head: number;
  counted: number;
  sorted: number[] | null;
  repeated: ReadonlySet<number> | null;
}

export function createHistoryRows(columns: HistoryColumns): HistoryRows {
  const { commits, origins, words } = columns;
  const originOf = new Map<number, number>();
  for (let at = 0; at < origins.length; at += 2) originOf.set(origins.values[at]!, origins.values[at + 1]!);
  return {
    ...columns,
    columns,
    index: createIdIndex(commits.ids),
    originOf,
    people: createPeople(words),
    times: new Map(),
    counts: createColumn(new Uint8Array(commits.at.length)),
    head: NONE,
    counted: 0,
    sorted: null,
    repeated: null,
  };
}

/** Another view of the same commits. */
export function viewAtCommit(table: HistoryRows, id: string): HistoryRows {
  const head = table.index.find(id);
  const reached = leadingTo(table, head);
  const counted = reached.reduce((sum, one) => sum + one, 0);
  return { ...table, head, counted, counts: createColumn(reached), sorted: null, repeated: null };
}

export const countsCommit = (table: HistoryRows, commit: number): boolean => table.counts.values[commit] === 1;

/** The paths and records of the commits that are wanted. */
export function* listTouchedNames(table: HistoryRows, isWanted: (commit: number) => boolean): Iterable<string> {
  for (let commit = 0; commit < table.commits.at.length; commit++) {
    if (!isWanted(commit)) continue;
    for (const version of versionsIn(table, commit)) {
      yield table.records.texts[table.versions.record.values[version]!]!;
      const path = versionPath(table, version);
      if (path !== undefined) yield path;
    }
  }
}

export function madeBefore(table: HistoryRows, milliseconds: number): string | undefined {
  let commit = table.head;
  while (commit !== NONE && table.commits.at.values[commit]! > milliseconds)
    commit = parentsOf(table, commit)[0] ?? NONE;
  return commit === NONE ? undefined : table.commits.ids.at(commit)!;
}

export const orderOf = (table: HistoryRows, commit: number): number => table.commits.order.values[commit]!;
const isNewer = (table: HistoryRows, a: number, b: number): boolean =>
  orderOf(table, a) === orderOf(table, b) ? table.commits.ids.compare(a, b) > 0 : orderOf(table, a) > orderOf(table, b);
export const commitOf = (table: HistoryRows, version: number): number => table.versions.commit.values[version]!;
const isCounted = (table: HistoryRows, version: number): boolean => table.counts.values[commitOf(table, version)] === 1;

export function addCommit(
  table: HistoryRows,
  { id, parents: ids, at, author, action, actor, seal, isChange }: HistoryCommit,
): number {
  const { commits, parents, people, words } = table;
  const number = commits.at.length;
  const known = ids.map(table.index.find).filter((parent) => parent !== NONE);
  commits.parentsFrom.push(parents.length);
  parents.push(...known);
  commits.ids.push(id);
  table.index.follow();
  commits.at.push(at);
  commits.order.push(Math.max(at, ...known.map((parent) => orderOf(table, parent) + 1)));
  commits.author.push(people.add(author));
  commits.action.push(action === null ? NONE : words.add(action));
  commits.actor.push(actor === null ? NONE : words.add(actor));
  commits.isChange.push(isChange ? 1 : 0);
  commits.versionsFrom.push(table.versions.commit.length);
  commits.seal.push(seal === null ? 0 : sealNumber(seal.text) * (seal.isCopied ? -1 : 1));
  table.counts.push(0);
  return number;
}

export function addVersion(table: HistoryRows, commit: number, { record, path, blob, origin }: CommittedVersion): void {
  const { versions } = table;
  const number = versions.commit.length;
  versions.commit.push(commit);
  versions.record.push(recordNumber(table, record));
  versions.path.push(path === null ? NONE : table.paths.add(path));
  versions.blobs.push(blob);
  versions.older.push(NONE);
  if (origin !== undefined) {
    table.originOf.set(number, origin === null ? NONE : recordNumber(table, origin));
    table.origins.push(number, table.originOf.get(number)!);
  }
  linkVersion(table, number);
}

function recordNumber(table: HistoryRows, name: string): number {
  const number = table.records.add(name);
  if (number === table.newest.length) table.newest.push(NONE);
  return number;
}

/** Inserts a version among those of its record, newest first: nearly always it is the newest. */
function linkVersion(table: HistoryRows, version: number): void {
  const record = table.versions.record.values[version]!;
  let before = NONE;
  let after = table.newest.values[record]!;
  while (after !== NONE && isNewer(table, commitOf(table, after), commitOf(table, version))) {
    before = after;
    after = table.versions.older.values[after]!;
  }
  table.versions.older.values[version] = after;
  if (before === NONE) table.newest.values[record] = version;
  else table.versions.older.values[before] = version;
}

/** Whether a commit is the usual case: the last one added, directly on top of the head. */
const isNext = (table: HistoryRows, commit: number): boolean =>
  commit === table.commits.at.length - 1 &&
  parentsOf(table, commit).length === 1 &&
  parentsOf(table, commit)[0] === table.head;

export function moveRowsTo(table: HistoryRows, id: string | null): readonly number[] {
  const target = id === null ? NONE : table.index.find(id);
  const turned: number[] = [];
  if (target === table.head) return turned;
  const isOneMore = target !== NONE && isNext(table, target);
  const reached = isOneMore ? null : leadingTo(table, target);
  for (let commit = isOneMore ? target : 0; commit < table.counts.length; commit++) {
    const isReached = reached ? reached[commit]! : 1;
    if (table.counts.values[commit] === isReached) continue;
    table.counts.values[commit] = isReached;
    table.counted += isReached === 1 ? 1 : -1;
    turned.push(commit);
  }
  table.head = target;
  table.repeated = null;
  if (isOneMore && table.commits.isChange.values[target] === 1) table.sorted?.unshift(target);
  else table.sorted = null;
  return turned;
}

export function versionsIn(table: HistoryRows, commit: number): readonly number[] {
  const from = table.commits.versionsFrom.values[commit]!;
  const end = endOfItems(table.commits.versionsFrom, commit, table.versions.commit.length);
  return Array.from({ length: end - from }, (_, at) => from + at);
}

export const versionPath = (table: HistoryRows, version: number): string | undefined =>
  table.paths.texts[table.versions.path.values[version]!];

export function findVersion(
  table: HistoryRows,
  record: string,
  isWanted: (version: number) => boolean,
): number | undefined {
  let version = newestOf(table, table.records.find(record) ?? NONE);
  let limit = Number.POSITIVE_INFINITY;
  while (version !== NONE) {
    const order = orderOf(table, commitOf(table, version));
    const isIn = isCounted(table, version) && order < limit;
    if (isIn && isWanted(version)) return version;
    const origin = isIn ? table.originOf.get(version) : undefined;
    if (origin !== undefined) limit = order;
    version = origin === undefined ? table.versions.older.values[version]! : newestOf(table, origin);
  }
  return undefined;
}

const newestOf = (table: HistoryRows, record: number): number =>
  record === NONE ? NONE : table.newest.values[record]!;

export function listRecordVersions(table: HistoryRows, record: string): readonly number[] {
  const found: number[] = [];
  findVersion(table, record, (version) => {
    found.push(version);
    return false;
  });
  return found;
}

export function timeAt(table: HistoryRows, commit: number): string {
  const time = table.times.get(commit) ?? new Date(table.commits.at.values[commit]!).toISOString();
  table.times.set(commit, time);
  return time;
}

export function claimsOf(table: HistoryRows, commit: number): CommitClaims {
  table.repeated ??= findRepeatedCommits(table.commits, (one) => table.counts.values[one] === 1);
  if (table.repeated.has(commit)) return { action: null, actor: null };
  const { action, actor } = table.commits;
  const wordOf = (column: typeof actor): string | null => table.words.texts[column.values[commit]!] ?? null;
  return { action: wordOf(action), actor: wordOf(actor) };
}

export function commitAt(table: HistoryRows, commit: number): KnownCommit {
  return {
    commit: table.commits.ids.at(commit)!,
    at: timeAt(table, commit),
    author: table.people.at(table.commits.author.values[commit]!),
  };
}

export function listChangeCommits(table: HistoryRows): number[] {
  const found: number[] = [];
  for (let commit = table.counts.length - 1; commit >= 0; commit--)
    if (table.counts.values[commit] === 1 && table.commits.isChange.values[commit] === 1) found.push(commit);
  return found.sort((a, b) => (isNewer(table, a, b) ? -1 : 1));
}
