import { parseArgs } from 'node:util';
import { runBeside } from './besideRun.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
process.stdout.write(`${JSON.stringify(await runBeside({ seconds: Number(values.seconds) }))}\n`);
