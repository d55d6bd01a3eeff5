import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundle } from '../scripts/bundle.ts';

/** The benchmarks, and the programs that run in processes of their own. */
const PROGRAMS = {
  main: 'bench/main.ts',
  bareServer: 'bench/bareServer.ts',
  generate: 'scripts/generate.ts',
  holdMonitor: 'bench/holdMonitor.ts',
  visitor: 'bench/visitor.ts',
};
const FOLDER = 'dist-bench';

// Compiled like Quire itself: run through tsx, even a write takes a third longer.
await bundle(PROGRAMS, FOLDER, ['playwright-core']);
const args = [`${FOLDER}/main.js`, ...process.argv.slice(2)];
const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
process.exitCode = code ?? 1;
