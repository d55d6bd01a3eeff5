import type { CommitHistory, Revisions } from './historyCommit.ts';
import type { HistoryTable } from './historyTable.ts';

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
    lineage: (record, counts = () => true) => whole().lineage(record, counts),
    arrivals: (commits) => whole().arrivals(commits),
    beginningWith: (prefix) => whole().beginningWith(prefix),
    findChange(commit) {
      const number = whole().numberOf(commit);
      return number === undefined ? undefined : whole().change(number);
    },
    changes() {
      const table = whole();
      const numbers = table.changes();
      return { length: numbers.length, at: (index) => table.change(numbers[index]!) };
    },
    firstParents: () => whole().firstParents(),
    commitAt: (time) => whole().madeBefore(time.getTime()),
  };
}

/** The versions of a record at paths that `counts` accepts. A commit that left the file as it was shows the version before it. */
function selectRevisions(
  table: HistoryTable,
  record: string,
  counts: (path: string) => boolean = () => true,
): Revisions {
  /** The version of each revision, and the one that last wrote its file: another if the commit left the file as it was. */
  const numbers: number[] = [];
  const files: number[] = [];
  let unwritten: number[] = [];
  for (const number of table.versionsOf(record)) {
    const path = table.pathOf(number);
    if (path === undefined) unwritten.push(number);
    else if (counts(path)) {
      const shown = table.isGone(number) ? [] : [...unwritten, number];
      for (const one of shown) numbers.push(one);
      for (const _ of shown) files.push(number);
      unwritten = [];
    }
  }
  return {
    length: numbers.length,
    at(index) {
      const { path, blob } = table.version(files[index]!)!;
      const number = numbers[index]!;
      return { ...table.commitOf(number), ...table.claimsOf(number), path, blob: blob! };
    },
  };
}
