import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildQuire } from '../scripts/buildQuire.ts';
import { bundle } from '../scripts/bundle.ts';

/** Modules that tests start in processes of their own, besides the programs. */
const PARTS = {
  durableFs: 'src/git/disk/durableFs.ts',
  effectServer: 'test/extend/effects/effectServer.ts',
  init: 'src/git/init.ts',
  repository: 'src/git/repository.ts',
  blobId: 'src/lib/text/blobId.ts',
  clockedServer: 'test/features/webhooks/clockedServer.ts',
  publisher: 'test/proposal/crash/publisher.ts',
  runner: 'test/run/runner.ts',
};

const MEMORY = '/dev/shm';
const ROOM = 4 * 1024 ** 3;

/** A folder in memory if there is room: on disk, files take half the time of a test, and nothing of them is kept. */
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
 * Builds what worker threads and tests in other processes run. Types are checked by `npm run types`. Everything that
 * tests make is in one temporary folder, which is deleted after the run.
 */
export default async function globalSetup(): Promise<() => void> {
  await buildQuire();
  await bundle(PARTS, 'dist-test');
  const folder = mkdtempSync(join(findRoom(), 'quire-test-'));
  // Some tests continue as another user, to be refused.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
