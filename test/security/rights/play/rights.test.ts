import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../../../effort.ts';
import { playRights } from './playRights.ts';
import { randomRole } from './randomRole.ts';
import { filesOf, randomSite } from './randomSite.ts';

const entrance = fc.record({
  byKey: fc.boolean(),
  changesOnly: fc.constantFrom(false, false, false, true),
});
const STEPS = effort(120, 20);
const requests = fc.array(fc.nat(), { minLength: STEPS, maxLength: STEPS });

describe('whoever has a role of one’s own', () => {
  it('SEC-48 changes and sees by any endpoint what the role allows, and nothing else', {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(randomSite, randomRole, entrance, requests, async (site, rights, how, seeds) => {
        expect(await playRights({ files: filesOf(site), rights, entrance: how, seeds })).toEqual([]);
      }),
      { numRuns: effort(20, 1), interruptAfterTimeLimit: 120_000 },
    );
  });
});
