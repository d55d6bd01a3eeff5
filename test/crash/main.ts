import { parseArgs } from 'node:util';
import { runCrashRounds } from './crashRounds.ts';
import { runPowerLosses } from './powerRun.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    power: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '5' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.power) {
  const onScenario = (name: string, disks: number): void => print(`${name}: ${disks} disks, nothing lost on any`);
  await runPowerLosses({ seeds: Number(values.seeds), onScenario });
} else {
  const report = await runCrashRounds({
    rounds: Number(values.rounds),
    onRound: (round, acknowledged) => print(`round ${round}: ${acknowledged} writes acknowledged, none lost`),
  });
  print(JSON.stringify(report));
}
