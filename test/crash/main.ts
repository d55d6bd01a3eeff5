import { parseArgs } from 'node:util';
import { runCrashRounds } from './crashRounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } });
const report = await runCrashRounds({
  rounds: Number(values.rounds),
  onRound: (round, acknowledged) =>
    process.stdout.write(`round ${round}: ${acknowledged} writes acknowledged, none lost\n`),
});
process.stdout.write(`${JSON.stringify(report)}\n`);
