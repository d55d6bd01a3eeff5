import type { Revisions } from './historyCommit.ts';
import type { HistoryTable } from './historyTable.ts';

/** The versions of a record at paths that `counts` accepts. A commit that left the file as it was shows the version before it. */
export function selectRevisions(
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
