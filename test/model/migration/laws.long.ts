import fc from 'fast-check';
import { expect, it } from 'vitest';
import { effort } from '../../effort.ts';
import { apart, expectCommuting, meeting, versions } from './laws.ts';

it('commutes with merging over many sites, migrations and edits', () => {
  let compared = 0;
  const numRuns = effort(9_000);
  fc.assert(
    fc.property(versions, apart, meeting, (all, strictly, loosely) => {
      compared += Number(expectCommuting(all, strictly, true));
      expectCommuting(all, loosely, false);
    }),
    { numRuns },
  );
  expect(compared).toBeGreaterThan(numRuns / 4);
});
