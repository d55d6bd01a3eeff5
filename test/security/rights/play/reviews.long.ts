import fc from 'fast-check';
import { expect, it } from 'vitest';
import { effort } from '../../../effort.ts';
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
const STEPS = effort(250, 60);
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
    { numRuns: effort(20, 2), interruptAfterTimeLimit: 300_000, endOnFailure: true },
  );
  // Otherwise it would prove nothing.
  expect(published).toBeGreaterThan(0);
});

it('SEC-49 the test can fail: it finds what goes live where the model is told of more', async () => {
  const [site] = fc.sample(randomSite, { numRuns: 1, seed: 1 });
  const seeds = Array.from({ length: 60 }, (_, at) => at * 31);
  const expected = [{ needs: 1, notOwn: false }];
  const { faults } = await playReviews({ files: filesOf(site!), rules: [], expected, seeds });
  expect(faults.join('\n')).toMatch(/is live with 0 of 1 approvals/);
});
