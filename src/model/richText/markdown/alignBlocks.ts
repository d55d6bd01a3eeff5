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

/** Which of the old blocks each new one is, keeping as many as can stay in order; the others replace those between. */
export function alignBlocks(old: readonly RichTextNode[], next: readonly RichTextNode[]): readonly Aligned[] {
  const before = old.map((node) => JSON.stringify(node, sorted));
  const after = next.map((node) => JSON.stringify(node, sorted));
  const aligned: Aligned[] = [];
  let [atOld, atNext] = [0, 0];
  const replaceUntil = (oldEnd: number, nextEnd: number): void => {
    for (; atNext < nextEnd; atNext++, atOld++)
      aligned.push({ node: next[atNext]!, old: atOld < oldEnd ? atOld : undefined, isSame: false });
    atOld = oldEnd;
  };
  for (const [oldIndex, nextIndex] of commonPairs(before, after)) {
    replaceUntil(oldIndex, nextIndex);
    aligned.push({ node: next[nextIndex]!, old: oldIndex, isSame: true });
    [atOld, atNext] = [oldIndex + 1, nextIndex + 1];
  }
  replaceUntil(old.length, next.length);
  return aligned;
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
