import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildQuire } from '../scripts/buildQuire.ts';
import { bundle } from '../scripts/bundle.ts';

/** What tests start in processes of their own, besides the programs. */
const PARTS = {
  durableFs: 'src/git/disk/durableFs.ts',
  init: 'src/git/init.ts',
  repository: 'src/git/repository.ts',
  blobId: 'src/lib/text/blobId.ts',
  runCompiled: 'src/lib/disk/runCompiled.ts',
  clockedServer: 'test/job/webhook/clockedServer.ts',
  publisher: 'test/proposal/crash/publisher.ts',
  runner: 'test/run/runner.ts',
};

const MEMORY = '/dev/shm';
const ROOM = 4 * 1024 ** 3;

/** Memory where the system has room in it: a disk takes half the time of a test, and what tests make is gone after them. */
function findRoom(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Builds what worker threads and tests in processes of their own run from. Types are checked by `npm run types`. All
 * that tests make is in one temporary folder, which is gone when they have run.
 */
export default async function globalSetup(): Promise<() => void> {
  await buildQuire();
  await bundle(PARTS, 'dist-test');
  const folder = mkdtempSync(join(findRoom(), 'quire-test-'));
  // Some tests go on as another user, to be refused.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
