/** `npm run export`: exports the static site to `dist-static/`; takes the options of `quire export`. */
import { runCommand } from '../src/cli/run/runCommand.ts';

process.exitCode = await runCommand(['export', '--out', 'dist-static', ...process.argv.slice(2)]);
