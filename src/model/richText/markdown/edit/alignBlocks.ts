import { canonicalJson } from '../../../../lib/json/canonicalJson.ts';
import { commonEnds, commonPairs, pairByLikeness } from '../../../../lib/list/commonPairs.ts';
import type { RichTextNode } from '../../node.ts';

/** A block of a new version, with the index of the old block that it is or replaces, if any. */
export interface AlignedBlock {
  readonly node: RichTextNode;
  readonly old: number | undefined;
  readonly isSame: boolean;
}

/** Matches new blocks with old ones: as many as possible are kept in order; the others replace the most similar ones in between. */
export function alignBlocks(old: readonly RichTextNode[], next: readonly RichTextNode[]): readonly AlignedBlock[] {
  const before = old.map(canonicalJson);
  const after = next.map(canonicalJson);
  const aligned: AlignedBlock[] = [];
  let [atOld, atNext] = [0, 0];
  for (const [oldIndex, nextIndex] of [...commonPairs(before, after), [old.length, next.length] as const]) {
    const replaced = pairReplacedBlocks(before.slice(atOld, oldIndex), after.slice(atNext, nextIndex));
    for (const [index, node] of next.slice(atNext, nextIndex).entries()) {
      const place = replaced.get(index);
      aligned.push({ node, old: place === undefined ? undefined : atOld + place, isSame: false });
    }
    if (nextIndex < next.length) aligned.push({ node: next[nextIndex]!, old: oldIndex, isSame: true });
    [atOld, atNext] = [oldIndex + 1, nextIndex + 1];
  }
  return aligned;
}

/** Pairs the blocks between two unchanged ones: old block by new block. */
function pairReplacedBlocks(a: readonly string[], b: readonly string[]): ReadonlyMap<number, number> {
  const pairs =
    a.length === b.length
      ? a.map((_, index) => [index, index] as const)
      : pairByLikeness(a.length, b.length, (old, next) => likenessOf(a[old]!, b[next]!));
  return new Map(pairs.map(([old, next]) => [next, old]));
}

/** How similar two texts are at their ends, from 0 to 1. */
function likenessOf(a: string, b: string): number {
  const { start, end } = commonEnds(a, b);
  return (start + end) / Math.max(a.length, b.length);
}
