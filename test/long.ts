import { describe, it } from 'vitest';
import { isLong } from './effort.ts';

/** Takes what `it` and `describe` take, a table or a condition too, and plays nothing. */
const nothing = Object.assign(() => undefined, { each: () => () => undefined, runIf: () => () => undefined });

/**
 * `it` and `describe` for what only `npm run test:long` plays: what starts whole programs, hosts or browsers, draws many
 * pictures, or says once more, for a rarer case, what a test beside it says for the plain one.
 */
export const long = isLong
  ? { it, describe }
  : // They are called in the same ways, and nobody reads what they give.
    { it: nothing as unknown as typeof it, describe: nothing as unknown as typeof describe };

/** Rows of a table: all of them in a long run, else this many, from all over it. */
export const someOf = <Row>(rows: readonly Row[], count: number): readonly Row[] =>
  isLong
    ? rows
    : rows.filter(
        (_, index) => Math.floor((index * count) / rows.length) !== Math.floor(((index - 1) * count) / rows.length),
      );
