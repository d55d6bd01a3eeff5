/** The indexes of a longest increasing subsequence of distinct numbers, in order (patience sorting). */
export function longestIncreasing(values: readonly number[]): readonly number[] {
  const tails: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const [index, value] of values.entries()) {
    const at = firstAtLeast(tails, value, values);
    before.set(index, tails[at - 1]);
    tails[at] = index;
  }
  const found: number[] = [];
  for (let index = tails.at(-1); index !== undefined; index = before.get(index)) found.push(index);
  return found.reverse();
}

/** The first of the tails whose value is not smaller; their values increase. */
function firstAtLeast(tails: readonly number[], value: number, values: readonly number[]): number {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[tails[middle]!]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
