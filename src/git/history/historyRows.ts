import { createColumn } from '../../lib/list/createColumn.ts';
import {
  createPeople,
  endOf,
  findRepeated,
  type HistoryColumns,
  leadingTo,
  NONE,
  parentsOf,
  sealNumber,
} from './historyColumns.ts';
import type { Claims, HistoryCommit, KnownCommit, RecordVersion } from './historyCommit.ts';
import { createIdIndex } from './idList.ts';

/** The columns, and what a table keeps besides. */
export interface Table extends HistoryColumns {
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

export function openTable(columns: HistoryColumns): Table {
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
export function standAt(table: Table, id: string): Table {
  const head = table.index.find(id);
  const reached = leadingTo(table, head);
  const counted = reached.reduce((sum, one) => sum + one, 0);
  return { ...table, head, counted, counts: createColumn(reached), sorted: null, repeated: null };
}

export const isIn = (table: Table, commit: number): boolean => table.counts.values[commit] === 1;

/** The paths and records of the commits that are wanted. */
export function* namesIn(table: Table, isWanted: (commit: number) => boolean): Iterable<string> {
  for (let commit = 0; commit < table.commits.at.length; commit++) {
    if (!isWanted(commit)) continue;
    for (const version of versionsIn(table, commit)) {
      yield table.records.texts[table.versions.record.values[version]!]!;
      const path = pathOf(table, version);
      if (path !== undefined) yield path;
    }
  }
}

export function madeBefore(table: Table, milliseconds: number): string | undefined {
  let commit = table.head;
  while (commit !== NONE && table.commits.at.values[commit]! > milliseconds)
    commit = parentsOf(table, commit)[0] ?? NONE;
  return commit === NONE ? undefined : table.commits.ids.at(commit)!;
}

export const orderOf = (table: Table, commit: number): number => table.commits.order.values[commit]!;
const isNewer = (table: Table, a: number, b: number): boolean =>
  orderOf(table, a) === orderOf(table, b) ? table.commits.ids.compare(a, b) > 0 : orderOf(table, a) > orderOf(table, b);
export const commitOf = (table: Table, version: number): number => table.versions.commit.values[version]!;
const isCounted = (table: Table, version: number): boolean => table.counts.values[commitOf(table, version)] === 1;

export function addCommit(
  table: Table,
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

export function addVersion(table: Table, commit: number, { record, path, blob, origin }: RecordVersion): void {
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
  link(table, number);
}

function recordNumber(table: Table, name: string): number {
  const number = table.records.add(name);
  if (number === table.newest.length) table.newest.push(NONE);
  return number;
}

/** Inserts a version among those of its record, newest first: nearly always it is the newest. */
function link(table: Table, version: number): void {
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
const isNext = (table: Table, commit: number): boolean =>
  commit === table.commits.at.length - 1 &&
  parentsOf(table, commit).length === 1 &&
  parentsOf(table, commit)[0] === table.head;

export function moveTo(table: Table, id: string | null): readonly number[] {
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

export function versionsIn(table: Table, commit: number): readonly number[] {
  const from = table.commits.versionsFrom.values[commit]!;
  const end = endOf(table.commits.versionsFrom, commit, table.versions.commit.length);
  return Array.from({ length: end - from }, (_, at) => from + at);
}

export const pathOf = (table: Table, version: number): string | undefined =>
  table.paths.texts[table.versions.path.values[version]!];

export function findVersion(table: Table, record: string, isWanted: (version: number) => boolean): number | undefined {
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

const newestOf = (table: Table, record: number): number => (record === NONE ? NONE : table.newest.values[record]!);

export function versionsOf(table: Table, record: string): readonly number[] {
  const found: number[] = [];
  findVersion(table, record, (version) => {
    found.push(version);
    return false;
  });
  return found;
}

export function timeAt(table: Table, commit: number): string {
  const time = table.times.get(commit) ?? new Date(table.commits.at.values[commit]!).toISOString();
  table.times.set(commit, time);
  return time;
}

export function claimsOf(table: Table, commit: number): Claims {
  table.repeated ??= findRepeated(table.commits, (one) => table.counts.values[one] === 1);
  if (table.repeated.has(commit)) return { action: null, actor: null };
  const { action, actor } = table.commits;
  const wordOf = (column: typeof actor): string | null => table.words.texts[column.values[commit]!] ?? null;
  return { action: wordOf(action), actor: wordOf(actor) };
}

export function commitAt(table: Table, commit: number): KnownCommit {
  return {
    commit: table.commits.ids.at(commit)!,
    at: timeAt(table, commit),
    author: table.people.at(table.commits.author.values[commit]!),
  };
}

export function listChanges(table: Table): number[] {
  const found: number[] = [];
  for (let commit = table.counts.length - 1; commit >= 0; commit--)
    if (table.counts.values[commit] === 1 && table.commits.isChange.values[commit] === 1) found.push(commit);
  return found.sort((a, b) => (isNewer(table, a, b) ? -1 : 1));
}
