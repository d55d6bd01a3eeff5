/** An index into each of two lists. */
type IndexPair = readonly [old: number, next: number];

/** Beyond this many differences, everything between the common ends counts as replaced. */
const MAX_DIFFERENCES = 1000;

/** The pairs of a longest common subsequence of two lists, in order (Myers, "An O(ND) difference algorithm", 1986). */
export function commonPairs(a: readonly string[], b: readonly string[]): readonly IndexPair[] {
  const { start, end } = commonEnds(a, b);
  const inside = pairsBetween(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [
    ...Array.from({ length: start }, (_, index): IndexPair => [index, index]),
    ...inside.map(([old, next]): IndexPair => [old + start, next + start]),
    ...Array.from({ length: end }, (_, index): IndexPair => [a.length - end + index, b.length - end + index]),
  ];
}

/**
 * For one number of differences: the furthest index in `a` on each diagonal (the index in `a` minus that in `b`).
 * Diagonals run from -differences to differences, in steps of two.
 */
type FurthestReach = Int32Array;

function pairsBetween(a: readonly string[], b: readonly string[]): readonly IndexPair[] {
  if (a.length === 0 || b.length === 0) return [];
  const most = Math.min(a.length + b.length, MAX_DIFFERENCES);
  const trace: FurthestReach[] = [];
  for (let differences = 0; differences <= most; differences += 1) {
    const reach = new Int32Array(2 * differences + 1);
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let at = startOn(diagonal, differences, trace);
      while (at < a.length && at - diagonal < b.length && a[at] === b[at - diagonal]) at += 1;
      reach[diagonal + differences] = at;
      if (at >= a.length && at - diagonal >= b.length) return tracePairs(a.length, b.length, trace);
    }
    trace.push(reach);
  }
  return [];
}

/** The furthest index with one difference fewer, on a neighbouring diagonal. */
function startOn(diagonal: number, differences: number, trace: readonly FurthestReach[]): number {
  if (differences === 0) return 0;
  const before = trace[differences - 1]!;
  const fromAbove = before[diagonal + differences] ?? -1;
  const fromLeft = before[diagonal + differences - 2] ?? -1;
  return isFromAbove(fromAbove, fromLeft, diagonal, differences) ? fromAbove : fromLeft + 1;
}

/** Whether the last difference is an item that only `b` has. */
const isFromAbove = (above: number, left: number, diagonal: number, differences: number): boolean =>
  diagonal === -differences || (diagonal !== differences && left < above);

function tracePairs(lengthA: number, lengthB: number, trace: readonly FurthestReach[]): readonly IndexPair[] {
  const pairs: IndexPair[] = [];
  let [at, diagonal] = [lengthA, lengthA - lengthB];
  for (let differences = trace.length; differences >= 0; differences -= 1) {
    const start = startOn(diagonal, differences, trace);
    while (at > start) {
      at -= 1;
      pairs.push([at, at - diagonal]);
    }
    if (differences === 0) break;
    const before = trace[differences - 1]!;
    const above = before[diagonal + differences] ?? -1;
    const left = before[diagonal + differences - 2] ?? -1;
    const isAbove = isFromAbove(above, left, diagonal, differences);
    at = isAbove ? above : left;
    diagonal += isAbove ? 1 : -1;
  }
  return pairs.reverse();
}

/** How many items two lists, or characters two texts, share at the start, and how many of the rest at the end. */
export function commonEnds(
  a: ArrayLike<string>,
  b: ArrayLike<string>,
): { readonly start: number; readonly end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return { start, end };
}

/** Lists with more possible pairs than this are paired in order, without comparing. */
const MAX_PAIRS = 400;

/**
 * Pairs the items of two lists, in order, so that the total likeness of the pairs is as high as possible.
 *
 * @param likenessOf how alike an item of each list are; 0: not at all
 */
export function pairByLikeness(
  a: number,
  b: number,
  likenessOf: (old: number, next: number) => number,
): readonly IndexPair[] {
  const shorter = Math.min(a, b);
  if (a * b <= 1 || a * b > MAX_PAIRS) return Array.from({ length: shorter }, (_, index) => [index, index]);
  /** The highest total likeness of what follows each pair of indexes. */
  const best: readonly number[][] = Array.from({ length: a + 1 }, () => Array(b + 1).fill(0));
  const likeness = Array.from({ length: a }, (_, i) => Array.from({ length: b }, (__, j) => likenessOf(i, j)));
  for (let i = a - 1; i >= 0; i--)
    for (let j = b - 1; j >= 0; j--)
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, likeness[i]![j]! + best[i + 1]![j + 1]!);
  const pairs: IndexPair[] = [];
  for (let i = 0, j = 0; i < a && j < b; ) {
    if (best[i]![j] === likeness[i]![j]! + best[i + 1]![j + 1]!) pairs.push([i++, j++]);
    else if (best[i]![j] === best[i + 1]![j]) i++;
    else j++;
  }
  return pairs;
}
