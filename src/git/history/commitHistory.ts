import type { CommitHistory } from './historyCommit.ts';
import type { HistoryTable } from './historyTable.ts';
import { selectRevisions } from './selectRevisions.ts';

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
    firstActor(record) {
      const first = findFirst(record, (path) => path !== undefined);
      return first === undefined ? null : whole().claimsOf(first).actor;
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
