import type { WorkSteps } from '../turn/runSteps.ts';

/** How many items are sorted, or merged, before others may have a turn. */
const AT_ONCE = 500;

/** Sorts a list as `toSorted` does, in steps: a long list must not hold up everything else. */
export function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): WorkSteps<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    runs.push(items.slice(from, from + AT_ONCE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* mergeInSteps(runs[at]!, runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInSteps<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): WorkSteps<readonly T[]> {
  const merged: T[] = [];
  let [inA, inB] = [0, 0];
  while (inA < a.length && inB < b.length) {
    merged.push(compare(a[inA]!, b[inB]!) <= 0 ? a[inA++]! : b[inB++]!);
    if (merged.length % AT_ONCE === 0) yield;
  }
  return merged.concat(a.slice(inA), b.slice(inB));
}
