import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Compiles src once before the run: worker threads and command-line tests run from dist. Types are checked by
 * `npm run types`. All that tests make is in one temporary folder, which is gone when they have run.
 */
export default function globalSetup(): () => void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'], {
    stdio: 'inherit',
  });
  const folder = mkdtempSync(join(tmpdir(), 'quire-test-'));
  // Some tests go on as another user, to be refused.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
