import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../../src/lib/json/canonicalJson.ts';
import { runs } from '../../effort.ts';
import { apart, expectCommuting, meeting, migrate, stepsByNameAfter, versions } from './laws.ts';

const RUNS = { numRuns: runs(1000, 60) };

it('gives the same whether what is merged is migrated, or what is migrated is merged', () => {
  let compared = 0;
  fc.assert(
    fc.property(versions, apart, (all, steps) => {
      compared += Number(expectCommuting(all, steps, true));
    }),
    RUNS,
  );
  expect(compared).toBeGreaterThan(RUNS.numRuns / 4);
});

it('does so where values meet, unless they clash', () => {
  fc.assert(
    fc.property(versions, meeting, (all, steps) => void expectCommuting(all, steps, false)),
    RUNS,
  );
});

it('does nothing the second time', () => {
  fc.assert(
    fc.property(versions, meeting, ({ ours }, steps) => {
      for (const step of steps) {
        const once = migrate(ours, [step]).data;
        expect(canonicalJson(migrate(once, [step]).data)).toBe(canonicalJson(once));
      }
    }),
    RUNS,
  );
});

it('tells by names alone what is from before, and leaves what is not', () => {
  fc.assert(
    fc.property(versions, apart, ({ ours }, steps) => {
      const byName = stepsByNameAfter(steps);
      const migrated = migrate(ours, steps).data;
      // What has the new names has nothing to make up for.
      expect(canonicalJson(migrate(migrated, byName).data)).toBe(canonicalJson(migrated));
      const late = migrate(ours, byName).data;
      expect(canonicalJson(migrate(late, byName).data)).toBe(canonicalJson(late));
    }),
    RUNS,
  );
});
