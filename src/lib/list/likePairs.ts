import type { Pair } from './commonPairs.ts';

/** More pairs than this are taken as they come. */
const MAX_PAIRS = 400;

/**
 * Pairs of the items of two lists, in order, as many as can be: of all ways to pair them the one whose pairs are most
 * alike.
 * @param likenessOf of an item of the one list and one of the other; 0: not at all
 */
export function likePairs(a: number, b: number, likenessOf: (old: number, next: number) => number): readonly Pair[] {
  const shorter = Math.min(a, b);
  if (a * b <= 1 || a * b > MAX_PAIRS) return Array.from({ length: shorter }, (_, index) => [index, index]);
  /** How alike the best pairs are of what follows each place in both. */
  const best: readonly number[][] = Array.from({ length: a + 1 }, () => Array(b + 1).fill(0));
  const likeness = Array.from({ length: a }, (_, i) => Array.from({ length: b }, (__, j) => likenessOf(i, j)));
  for (let i = a - 1; i >= 0; i--)
    for (let j = b - 1; j >= 0; j--)
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, likeness[i]![j]! + best[i + 1]![j + 1]!);
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < a && j < b; ) {
    if (best[i]![j] === likeness[i]![j]! + best[i + 1]![j + 1]!) pairs.push([i++, j++]);
    else if (best[i]![j] === best[i + 1]![j]) i++;
    else j++;
  }
  return pairs;
}
