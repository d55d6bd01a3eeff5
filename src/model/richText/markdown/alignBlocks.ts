import { commonEnds } from '../../../lib/commonEnds.ts';
import type { RichTextNode } from '../node.ts';

/** A block of a new version: the place of the old one it is or replaces, if any. */
export interface Aligned {
  readonly node: RichTextNode;
  readonly old: number | undefined;
  readonly isSame: boolean;
}

/** More pairs than this are not compared one by one: what has changed in between is taken as replaced. */
const MAX_PAIRS = 250_000;

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Which of the old blocks each new one is, keeping as many as can stay in order; the others replace those between that they are most like. */
export function alignBlocks(old: readonly RichTextNode[], next: readonly RichTextNode[]): readonly Aligned[] {
  const before = old.map((node) => JSON.stringify(node, sorted));
  const after = next.map((node) => JSON.stringify(node, sorted));
  const aligned: Aligned[] = [];
  let [atOld, atNext] = [0, 0];
  for (const [oldIndex, nextIndex] of [...commonPairs(before, after), [old.length, next.length] as const]) {
    const replaced = new Map(likePairs(before.slice(atOld, oldIndex), after.slice(atNext, nextIndex)));
    for (const [index, node] of next.slice(atNext, nextIndex).entries()) {
      const place = replaced.get(index);
      aligned.push({ node, old: place === undefined ? undefined : atOld + place, isSame: false });
    }
    if (nextIndex < next.length) aligned.push({ node: next[nextIndex]!, old: oldIndex, isSame: true });
    [atOld, atNext] = [oldIndex + 1, nextIndex + 1];
  }
  return aligned;
}

/** More pairs than this are taken as they come. */
const MAX_LIKE_PAIRS = 400;

/** Pairs in order, of all that can be those that are most alike: the place of the new one, then that of the old. */
function likePairs(a: readonly string[], b: readonly string[]): readonly (readonly [next: number, old: number])[] {
  const shorter = Math.min(a.length, b.length);
  if (a.length === b.length || shorter === 0 || a.length * b.length > MAX_LIKE_PAIRS)
    return Array.from({ length: shorter }, (_, index) => [index, index]);
  /** How alike the best pairs are of what follows each place in both. */
  const best: readonly number[][] = Array.from({ length: a.length + 1 }, () => Array(b.length + 1).fill(0));
  const likeness = a.map((one) => b.map((other) => likenessOf(one, other)));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, likeness[i]![j]! + best[i + 1]![j + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (best[i]![j] === likeness[i]![j]! + best[i + 1]![j + 1]!) pairs.push([j++, i++]);
    else if (best[i]![j] === best[i + 1]![j]) i++;
    else j++;
  }
  return pairs;
}

/** From 0 to 1. */
function likenessOf(a: string, b: string): number {
  const { start, end } = commonEnds(a, b);
  return (start + end) / Math.max(a.length, b.length);
}

type Pair = readonly [old: number, next: number];

/** The pairs of a longest common subsequence, in order. */
export function commonPairs(a: readonly string[], b: readonly string[]): readonly Pair[] {
  const { start, end } = commonEnds(a, b);
  const inside = pairsBetween(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [
    ...Array.from({ length: start }, (_, index): Pair => [index, index]),
    ...inside.map(([old, next]): Pair => [old + start, next + start]),
    ...Array.from({ length: end }, (_, index): Pair => [a.length - end + index, b.length - end + index]),
  ];
}

function pairsBetween(a: readonly string[], b: readonly string[]): readonly Pair[] {
  if (a.length * b.length > MAX_PAIRS) return [];
  const width = b.length + 1;
  /** The length of the longest common subsequence of what follows each pair. */
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const longer = Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
      lengths[i * width + j] = a[i] === b[j] ? lengths[(i + 1) * width + j + 1]! + 1 : longer;
    }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}
