import { createColumns, type HistoryColumns, NONE } from './historyColumns.ts';
import type {
  CommitClaims,
  CommitLine,
  HistoryCommit,
  KnownChange,
  KnownCommit,
  KnownVersion,
  Lineage,
} from './historyCommit.ts';
import {
  addCommit,
  addVersion,
  claimsOf,
  commitAt,
  commitOf,
  countsCommit,
  createHistoryRows,
  findVersion,
  type HistoryRows,
  listChangeCommits,
  listRecordVersions,
  listTouchedNames,
  madeBefore,
  moveRowsTo,
  orderOf,
  timeAt,
  versionPath,
  versionsIn,
  viewAtCommit,
} from './historyRows.ts';
import { findArrivals, listFirstParents, traceLineage } from './lineage.ts';

/**
 * Commits and the records that each changed. Of all the commits in it, those count that lead to the one it was last
 * moved to, so a branch that HEAD leaves and comes back to is not read again.
 */
export interface HistoryTable {
  readonly columns: HistoryColumns;
  /** The number of commits that count, and of those that do not. */
  readonly counted: number;
  readonly forgotten: number;
  has(id: string): boolean;
  /** Whether a commit is there and counts. */
  holds(id: string): boolean;
  /** The commits that count and whose ids begin like this. */
  beginningWith(prefix: string): readonly string[];
  /** Adds a new commit, after its parents; it does not count yet. */
  add(commit: HistoryCommit): void;
  /** Makes exactly the commits count that lead to this one (null: none). Returns those that start or stop counting. */
  moveTo(id: string | null): readonly number[];
  /** The paths of the files that these commits changed. */
  pathsIn(commits: readonly number[]): ReadonlySet<string>;
  /** Whether there is a version of a record, counted or not. */
  knows(record: string): boolean;
  /** The numbers of a record's versions that count, newest first. */
  versionsOf(record: string): readonly number[];
  /** The newest of them that `isWanted` accepts. */
  findVersion(record: string, isWanted: (version: number) => boolean): number | undefined;
  version(number: number): KnownVersion | undefined;
  /** The path of a version; undefined if the commit left the file as it was. */
  pathOf(version: number): string | undefined;
  /** Whether a version is the removal of the file. */
  isGone(version: number): boolean;
  /** Whether a version has these bytes. */
  isBlob(version: number, blob: string): boolean;
  /** When a version was committed, ISO 8601. */
  timeOf(version: number): string;
  /** The order of a version's commit: every commit comes after those that lead to it, whatever its time says. */
  orderOf(version: number): number;
  /** The commit that made a version. */
  commitOf(version: number): KnownCommit;
  /** What the version's commit says that was done, and by whom. */
  claimsOf(version: number): CommitClaims;
  /** See `CommitHistory`. */
  lineage(record: string, counts: (path: string) => boolean): Lineage;
  arrivals(commits: readonly string[]): ReadonlyMap<string, string>;
  /** The numbers of the commits that count and have changed something, newest first. */
  changes(): readonly number[];
  change(number: number): KnownChange;
  /** The number of a commit that counts; undefined if there is none. */
  numberOf(id: string): number | undefined;
  /** See `CommitHistory`. */
  firstParents(): CommitLine;
  /** The newest commit made at this time or before, on the line of first parents of the commit that it was last moved to. */
  madeBefore(milliseconds: number): string | undefined;
  /** A view of the same commits in which those count that lead to this one; commits added later do not count in it. */
  at(id: string): HistoryTable;
  /** The paths and records changed by commits that count in only one of two views of the same commits. */
  differing(other: HistoryTable): ReadonlySet<string>;
  /** Whether a commit counts, by its number. */
  counts(commit: number): boolean;
}

export const createHistoryTable = (columns: HistoryColumns = createColumns()): HistoryTable =>
  answerFrom(createHistoryRows(columns));

function answerFrom(table: HistoryRows): HistoryTable {
  const { columns } = table;
  return {
    columns,
    get counted() {
      return table.counted;
    },
    get forgotten() {
      return table.counts.length - table.counted;
    },
    has: (id) => table.index.find(id) !== NONE,
    holds(id) {
      const commit = table.index.find(id);
      return commit !== NONE && countsCommit(table, commit);
    },
    beginningWith: (prefix) =>
      Array.from({ length: table.counts.length }, (_, commit) =>
        table.counts.values[commit] === 1 ? table.commits.ids.at(commit)! : '',
      ).filter((id) => id !== '' && id.startsWith(prefix)),
    add(commit) {
      const number = addCommit(table, commit);
      for (const version of commit.versions) addVersion(table, number, version);
    },
    moveTo: (id) => moveRowsTo(table, id),
    pathsIn: (changed) =>
      new Set(
        changed.flatMap((commit) => versionsIn(table, commit)).flatMap((version) => versionPath(table, version) ?? []),
      ),
    knows: (record) => table.records.find(record) !== undefined,
    versionsOf: (record) => listRecordVersions(table, record),
    findVersion: (record, isWanted) => findVersion(table, record, isWanted),
    pathOf: (version) => versionPath(table, version),
    isBlob: (version, blob) => table.versions.blobs.isText(version, blob),
    isGone: (version) => versionPath(table, version) !== undefined && table.versions.blobs.isNone(version),
    timeOf: (version) => timeAt(table, commitOf(table, version)),
    orderOf: (version) => orderOf(table, commitOf(table, version)),
    commitOf: (version) => commitAt(table, commitOf(table, version)),
    claimsOf: (version) => claimsOf(table, commitOf(table, version)),
    version(number) {
      const path = versionPath(table, number);
      return path === undefined
        ? undefined
        : { ...commitAt(table, commitOf(table, number)), path, blob: table.versions.blobs.at(number) };
    },
    lineage: (record, counts) => traceLineage(table, record, counts),
    arrivals: (commits) => findArrivals(table, commits),
    changes: () => (table.sorted ??= listChangeCommits(table)),
    change: (commit) => ({
      ...commitAt(table, commit),
      order: orderOf(table, commit),
      ...claimsOf(table, commit),
      records: versionsIn(table, commit).map((version) => table.records.texts[table.versions.record.values[version]!]!),
    }),
    numberOf(id) {
      const commit = table.index.find(id);
      return commit !== NONE && countsCommit(table, commit) ? commit : undefined;
    },
    firstParents() {
      const line = listFirstParents(table);
      return { length: line.length, at: (index) => table.commits.ids.at(line[index]!)! };
    },
    madeBefore: (milliseconds) => madeBefore(table, milliseconds),
    at: (id) => answerFrom(viewAtCommit(table, id)),
    differing: (other) =>
      new Set(listTouchedNames(table, (commit) => other.counts(commit) !== countsCommit(table, commit))),
    counts: (commit) => countsCommit(table, commit),
  };
}
