import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundle } from '../scripts/bundle.ts';

/** The benchmarks, and what starts in processes of its own. */
const PROGRAMS = {
  main: 'bench/main.ts',
  bareServer: 'bench/bareServer.ts',
  generate: 'scripts/generate.ts',
  holdMonitor: 'bench/holdMonitor.ts',
  visitor: 'bench/visitor.ts',
};
const FOLDER = 'dist-bench';

// Compiled as the program itself is: run through tsx, a write alone takes a third longer.
await bundle(PROGRAMS, FOLDER);
const args = [`${FOLDER}/main.js`, ...process.argv.slice(2)];
const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
process.exitCode = code ?? 1;
