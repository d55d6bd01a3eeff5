import type { Column } from '../../lib/createColumn.ts';
import { type HistoryColumns, NONE } from './historyColumns.ts';

/** Where the items of a commit end that begin at what `from` says. */
export const endOf = (from: Column<Int32Array>, commit: number, last: number): number =>
  commit + 1 < from.length ? from.values[commit + 1]! : last;

/** The numbers of a commit's parents. */
export function parentsOf({ commits: { parentsFrom }, parents }: HistoryColumns, commit: number): Int32Array {
  return parents.values.subarray(parentsFrom.values[commit], endOf(parentsFrom, commit, parents.length));
}

/** By the number of each commit whether it leads to this one. */
export function leadingTo({ commits: { at, parentsFrom }, parents }: HistoryColumns, commit: number): Uint8Array {
  const reached = new Uint8Array(at.length);
  const open = commit === NONE ? [] : [commit];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached[next] === 1) continue;
    reached[next] = 1;
    const end = endOf(parentsFrom, next, parents.length);
    for (let at = parentsFrom.values[next]!; at < end; at++) open.push(parents.values[at]!);
  }
  return reached;
}
