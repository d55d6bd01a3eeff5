import { seededRandom } from '../../scripts/seededRandom.ts';

/** Choices that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 up to, but not including, `count`. */
  below(count: number): number;
  chance(part: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Up to `most` values, each made by its own call. */
  times<T>(most: number, make: () => T): T[];
}

export function createRandom(seed: number): Random {
  const next = seededRandom(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    chance: (part) => next() < part,
    pick: (list) => {
      if (list.length === 0) throw new Error('Nothing to pick from');
      // The index is inside the list, which is not empty.
      return list[below(list.length)]!;
    },
    times: (most, make) => Array.from({ length: below(most + 1) }, make),
  };
}
