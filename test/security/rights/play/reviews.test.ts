import fc from 'fast-check';
import { expect, it } from 'vitest';
import { effort, isLong } from '../../../effort.ts';
import { type PlayedRule, playReviews } from './playReviews.ts';
import { filesOf, LOCALES, randomSite, TYPES } from './randomSite.ts';

const some = <T>(...values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const rule = fc
  .record(
    {
      on: some('page', 'menu', 'block', 'taxonomy', 'media'),
      types: some(...TYPES.slice(0, 3)),
      locales: some(...LOCALES),
      needs: fc.constantFrom(1, 1, 2),
      notOwn: fc.boolean(),
    },
    { requiredKeys: ['needs', 'notOwn'] },
  )
  // Languages and types are of pages.
  .map((one): PlayedRule => (one.types || one.locales ? { ...one, on: ['page'] } : one) as PlayedRule);
const rules = fc.array(rule, { minLength: 1, maxLength: 2 });
const STEPS = effort(250, 25);
const steps = fc.array(fc.nat(), { minLength: STEPS, maxLength: STEPS });

it('SEC-49 whatever is live and covered by a rule was approved in exactly that content, by enough people who may', {
  timeout: 600_000,
}, async () => {
  let published = 0;
  await fc.assert(
    fc.asyncProperty(randomSite, rules, steps, async (site, set, seeds) => {
      const played = await playReviews({ files: filesOf(site), rules: set, seeds });
      expect(played.faults).toEqual([]);
      published += played.published;
    }),
    { numRuns: effort(20, 1), interruptAfterTimeLimit: 300_000, endOnFailure: true },
  );
  // Otherwise it would prove nothing.
  if (isLong) expect(published).toBeGreaterThan(0);
});
