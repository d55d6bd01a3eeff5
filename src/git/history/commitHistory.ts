import type { KnownChange, KnownVersion } from './historyCommit.ts';
import type { HistoryTable } from './historyTable.ts';
import { type Revisions, selectRevisions } from './selectRevisions.ts';

/** Commits, each looked up on demand. */
export interface HistoryChanges {
  readonly length: number;
  at(index: number): KnownChange;
}

/**
 * Which commits changed each record and how, whatever its file was called. A record is known by the name that
 * `RecordNames` gives it. A change made on a branch counts once, in the commit that made it, not in the merge.
 */
export interface CommitHistory {
  /** Whether a commit is in it. */
  holds(commit: string): boolean;
  /** Whether any commit that was ever read concerns a record, even on a branch that HEAD has left. */
  knows(record: string): boolean;
  /** The newest version of a record's file at this path. */
  lastChange(record: string, path: string): KnownVersion | undefined;
  /** When a record's file at this path last got these bytes, ISO 8601: a start asks this for every file. */
  changedAt(record: string, path: string, blob: string): string | undefined;
  /** The oldest version of a record. */
  firstVersion(record: string): KnownVersion | undefined;
  /** The order of the first commit that has a record's file at this path. */
  cameAt(record: string, path: string): number | undefined;
  /** The versions at paths that `counts` accepts; a commit that left the file as it was has the version before it. */
  revisions(record: string, counts?: (path: string) => boolean): Revisions;
  /** The commits whose ids begin like this, whether or not they changed anything. */
  beginningWith(prefix: string): readonly string[];
  /** The commits that changed anything, newest first. */
  changes(): HistoryChanges;
  /** The newest commit on the line of first parents at this moment, by the commits' own times. */
  commitAt(time: Date): string | undefined;
}

/** Looks in the first table first, which may know newer versions; the last one is complete. */
export function createCommitHistory(tables: () => readonly HistoryTable[]): CommitHistory {
  const whole = (): HistoryTable => tables().at(-1)!;

  /** The newest version at a path (with these bytes, if given), and the table that has it. */
  function findChange(record: string, path: string, blob?: string): { from: HistoryTable; number: number } | undefined {
    for (const from of tables()) {
      const isWanted = (version: number): boolean =>
        from.pathOf(version) === path && (blob === undefined || from.isBlob(version, blob));
      const number = from.findVersion(record, isWanted);
      if (number !== undefined) return { from, number };
    }
    return undefined;
  }

  /** The oldest version at a wanted path. There may be thousands of versions, so it makes no list of them. */
  function findFirst(record: string, isWanted: (path: string | undefined) => boolean): number | undefined {
    const table = whole();
    let first: number | undefined;
    table.findVersion(record, (number) => {
      if (isWanted(table.pathOf(number))) first = number;
      return false;
    });
    return first;
  }

  return {
    holds: (commit) => tables().some((table) => table.holds(commit)),
    knows: (record) => tables().some((table) => table.knows(record)),
    lastChange(record, path) {
      const found = findChange(record, path);
      return found?.from.version(found.number);
    },
    changedAt(record, path, blob) {
      const found = findChange(record, path, blob);
      return found?.from.timeOf(found.number);
    },
    firstVersion(record) {
      const first = findFirst(record, (path) => path !== undefined);
      return first === undefined ? undefined : whole().version(first);
    },
    cameAt(record, path) {
      const first = findFirst(record, (other) => other === path);
      return first === undefined ? undefined : whole().orderOf(first);
    },
    revisions: (record, counts) => selectRevisions(whole(), record, counts),
    beginningWith: (prefix) => whole().beginningWith(prefix),
    changes() {
      const table = whole();
      const numbers = table.changes();
      return { length: numbers.length, at: (index) => table.change(numbers[index]!) };
    },
    commitAt: (time) => whole().madeBefore(time.getTime()),
  };
}
