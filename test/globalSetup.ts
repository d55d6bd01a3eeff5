import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildQuire } from '../scripts/buildQuire.ts';
import { bundle } from '../scripts/bundle.ts';

/** What tests start in processes of their own, besides the programs. */
const PARTS = {
  durableFs: 'src/git/durableFs.ts',
  init: 'src/git/init.ts',
  repository: 'src/git/repository.ts',
  blobId: 'src/lib/blobId.ts',
  clockedServer: 'test/job/webhook/clockedServer.ts',
};

/**
 * Builds what worker threads and tests in processes of their own run from. Types are checked by `npm run types`. All
 * that tests make is in one temporary folder, which is gone when they have run.
 */
export default async function globalSetup(): Promise<() => void> {
  await buildQuire();
  await bundle(PARTS, 'dist-test');
  const folder = mkdtempSync(join(tmpdir(), 'quire-test-'));
  // Some tests go on as another user, to be refused.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
