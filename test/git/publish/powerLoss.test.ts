import { afterAll, describe, expect, it } from 'vitest';
import { stride } from '../../effort.ts';
import { someOf } from '../../long.ts';
import { BRANCH_SCENARIOS } from '../power/branchScenarios.ts';
import { cutShort } from '../power/cutShort.ts';
import { crash, readDisk, showDisk } from '../power/disk.ts';
import { byChance, EXTREMES } from '../power/luck.ts';
import { recordScenario, replay } from '../power/powerLoss.ts';
import { replayPrivate } from '../power/privateHome.ts';
import { SCENARIOS } from '../power/scenarios.ts';
import { removeFolders } from '../sandbox.ts';

afterAll(removeFolders);

/** A short run cuts the power after every thirteenth step. */
const STEP = stride(13);

/** One for each step, in turn; `npm run test:crash -- --power` tries all of them at every step, and more. */
const oneInTurn = (length: number) => {
  const lucks = [...EXTREMES, byChance(length), byChance(-length)];
  return length % STEP === 0 ? [lucks[(length / STEP) % lucks.length]!] : [];
};

const ALL = {
  ...SCENARIOS,
  ...BRANCH_SCENARIOS,
  'the recovery of a commit that was not made': cutShort('before'),
};

describe.each(someOf(Object.entries(ALL), 3))('when the power fails during %s', (_, scenario) => {
  it('everything acknowledged is there, and the rest is there completely or not at all', async () => {
    const recorded = await recordScenario(scenario);
    const everything = crash(recorded.trace, recorded.trace.steps.length, () => 1);
    // Nothing that was not recorded has changed the disk.
    expect([...everything].sort()).toEqual([...showDisk(readDisk(recorded.dir))].sort());
    const { disks, wrong } = await replay(recorded, { lucksAt: oneInTurn, closeLookEvery: 50 });
    expect(wrong).toEqual([]);
    expect(disks).toBeGreaterThan(30 / STEP);
  });
});

describe('when the power fails while private records are written', () => {
  it('each file is as it was acknowledged, or as the write under way wants it', async () => {
    const { disks, wrong } = await replayPrivate((length) => [...EXTREMES, byChance(length)]);
    expect(wrong).toEqual([]);
    expect(disks).toBeGreaterThan(30);
  });
});
