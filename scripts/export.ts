/** `npm run export`: exports the static site to `dist-static/`; takes the options of `quire export`. */
import { exportCommand } from '../src/cli/export.ts';

process.exitCode = await exportCommand.run(['--out', 'dist-static', ...process.argv.slice(2)]);
