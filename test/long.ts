import { describe, it } from 'vitest';
import { isLong } from './effort.ts';

/** Accepts the arguments of `it` and `describe`, with tables and conditions, and runs nothing. */
const nothing = Object.assign(() => undefined, { each: () => () => undefined, runIf: () => () => undefined });

/**
 * `it` and `describe` for tests that only `npm run test:long` runs: they start whole programs, hosts or browsers, draw many
 * pictures, or repeat a nearby test for a rarer case.
 */
export const long = isLong
  ? { it, describe }
  : // They are called in the same ways, and nobody reads what they give.
    { it: nothing as unknown as typeof it, describe: nothing as unknown as typeof describe };

/** Rows of a table: all in a long run, otherwise this many, spread over the table. */
export const someOf = <Row>(rows: readonly Row[], count: number): readonly Row[] =>
  isLong
    ? rows
    : rows.filter(
        (_, index) => Math.floor((index * count) / rows.length) !== Math.floor(((index - 1) * count) / rows.length),
      );
