import type { KnownChange, KnownVersion } from './historyCommit.ts';
import type { HistoryTable } from './historyTable.ts';
import { type Revisions, selectRevisions } from './selectRevisions.ts';

/** Commits, each looked up when it is asked for. */
export interface Changes {
  readonly length: number;
  at(index: number): KnownChange;
}

/**
 * Which commits have made what of each record, whatever its file was called. A record is known by the name that
 * `RecordNames` gives it. A change that was made on a branch counts where it was made, once, and not with the merge.
 */
export interface CommitHistory {
  /** Whether any commit that was ever read has made something of a record, also on a branch that was left. */
  knows(record: string): boolean;
  /** The newest version of a record's file at this path. */
  lastChange(record: string, path: string): KnownVersion | undefined;
  /** When a record's file at this path got these bytes last, ISO 8601: what a start asks for every file. */
  changedAt(record: string, path: string, blob: string): string | undefined;
  /** The oldest version there is. */
  firstVersion(record: string): KnownVersion | undefined;
  /** The place among all commits of the first one that has a record's file at this path. */
  cameAt(record: string, path: string): number | undefined;
  /** The versions at paths that `counts` lets pass; a commit that left the file as it was has the one before it. */
  revisions(record: string, counts?: (path: string) => boolean): Revisions;
  /** The commits whose ids begin so, be they ones that changed anything or not. */
  beginningWith(prefix: string): readonly string[];
  /** The commits that changed anything, newest first. */
  changes(): Changes;
  /** The commit that stood at the end of the first parents at this moment, by what they say of when they were made. */
  commitAt(time: Date): string | undefined;
}

/** What tables know of records: of the first one that knows anything, where only the newest version is asked for. */
export function answersOf(tables: () => readonly HistoryTable[]): CommitHistory {
  const whole = (): HistoryTable => tables().at(-1)!;

  /** The newest version at a path, with these bytes where they are given, and the table that has it. */
  function findChange(record: string, path: string, blob?: string): { from: HistoryTable; number: number } | undefined {
    for (const from of tables()) {
      const isWanted = (version: number): boolean =>
        from.pathOf(version) === path && (blob === undefined || from.isBlob(version, blob));
      const number = from.findVersion(record, isWanted);
      if (number !== undefined) return { from, number };
    }
    return undefined;
  }

  /** The oldest version at a path that is wanted. Of versions there may be thousands: no list is made of them. */
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
