import { BRANCH_SCENARIOS } from '../git/power/branchScenarios.ts';
import { cutShort } from '../git/power/cutShort.ts';
import { byChance, EXTREMES, type Luck } from '../git/power/luck.ts';
import { recordScenario, replay } from '../git/power/powerLoss.ts';
import { replayPrivate } from '../git/power/privateHome.ts';
import { MORE_SCENARIOS, SCENARIOS } from '../git/power/scenarios.ts';
import { removeFolders } from '../git/sandbox.ts';

interface Options {
  /** How many times, at every step, chance decides what is on disk. */
  readonly seeds: number;
  onScenario(name: string, disks: number): void;
}

/** Cuts the power after every step of every scenario. Throws the first problem. */
export async function runPowerLosses({ seeds, onScenario }: Options): Promise<void> {
  const lucksAt = (length: number): readonly Luck[] => [
    ...EXTREMES,
    ...Array.from({ length: seeds }, (_, seed) => byChance(seed * 10_000 + length)),
  ];
  const scenarios = {
    ...SCENARIOS,
    ...MORE_SCENARIOS,
    ...BRANCH_SCENARIOS,
    'the recovery of a commit that was not made': cutShort('before'),
    'the recovery of a commit that was made': cutShort('after'),
  };
  try {
    for (const [name, scenario] of Object.entries(scenarios)) {
      const { disks, wrong } = await replay(await recordScenario(scenario), { lucksAt, closeLookEvery: 10 });
      if (wrong.length > 0) throw new Error(`${name}: ${wrong.slice(0, 10).join('\n')}`);
      onScenario(name, disks);
    }
    const { disks, wrong } = await replayPrivate(lucksAt);
    if (wrong.length > 0) throw new Error(`private records: ${wrong.slice(0, 10).join('\n')}`);
    onScenario('private records', disks);
  } finally {
    removeFolders();
  }
}
