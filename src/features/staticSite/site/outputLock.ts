import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { durableFs } from '../../../git/disk/durableFs.ts';
import { lockText, sweepLocks } from '../../../git/disk/lock.ts';
import { hasErrorCode } from '../../../lib/disk/hasErrorCode.ts';

/** Keeps other exports out of a folder. */
export interface OutputLock {
  release(): void;
}

const NAME = '.quire-export.lock';

/** Whether a name in the folder is that of the lock, or of one being made. */
export const isLockName = (name: string): boolean => name.startsWith(NAME);

/** Takes the lock of a folder, and ignores one that a killed export has left. Throws if another export holds it. */
export function lockOutput(folder: string): OutputLock {
  const path = join(folder, NAME);
  sweepLocks(durableFs, [path]);
  const nonce = randomUUID();
  const beside = `${path}.${nonce}`;
  // Linked into place with its text: without that nobody could tell whose lock it is.
  writeFileSync(beside, lockText(nonce));
  try {
    durableFs.link(beside, path);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
    throw new Error(`Another export is writing to ${folder}: wait until it is done`);
  } finally {
    rmSync(beside);
  }
  return { release: () => rmSync(path, { force: true }) };
}
