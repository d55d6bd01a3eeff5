import { commonPairs } from '../../../lib/list/commonPairs.ts';

/** A part of a list; `end` is exclusive. */
export type Stretch = readonly [start: number, end: number];

/** Corresponding parts of three versions of a list: equal in all of them, or what lies between two equal parts. */
export interface MergeChunk {
  readonly isSame: boolean;
  readonly base: Stretch;
  readonly ours: Stretch;
  readonly theirs: Stretch;
}

/**
 * Splits three lists into chunks: what both sides have kept of the base, and what lies between. Adjacent changes are one
 * chunk (diff3: Khanna, Kunal, Pierce, "A formal investigation of diff3", 2007).
 */
export function chunksOf(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly MergeChunk[] {
  const inOurs = matchedIndexes(base, ours);
  const inTheirs = matchedIndexes(base, theirs);
  const chunks: MergeChunk[] = [];
  let [atBase, atOurs, atTheirs] = [0, 0, 0];
  const advance = (isSame: boolean, toBase: number, toOurs: number, toTheirs: number): void => {
    if (toBase > atBase || toOurs > atOurs || toTheirs > atTheirs)
      chunks.push({ isSame, base: [atBase, toBase], ours: [atOurs, toOurs], theirs: [atTheirs, toTheirs] });
    [atBase, atOurs, atTheirs] = [toBase, toOurs, toTheirs];
  };
  for (let at = 0; at < base.length; ) {
    const [ourPlace, theirPlace] = [inOurs[at]!, inTheirs[at]!];
    if (ourPlace < 0 || theirPlace < 0) {
      at += 1;
      continue;
    }
    advance(false, at, ourPlace, theirPlace);
    let length = 1;
    while (inOurs[at + length] === ourPlace + length && inTheirs[at + length] === theirPlace + length) length += 1;
    advance(true, at + length, ourPlace + length, theirPlace + length);
    at += length;
  }
  advance(false, base.length, ours.length, theirs.length);
  return chunks;
}

/** The index in a side of each item of the base; -1 if the side has not kept it. */
function matchedIndexes(base: readonly string[], side: readonly string[]): Int32Array {
  const places = new Int32Array(base.length).fill(-1);
  for (const [old, next] of commonPairs(base, side)) places[old] = next;
  return places;
}
