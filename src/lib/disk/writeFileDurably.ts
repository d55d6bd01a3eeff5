import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file in one step: readers see all of the old bytes or all of the new ones, even after a crash. Durable
 * when it resolves. The file gets `mode` (octal permissions) whatever it had before.
 */
export async function writeFileDurably(path: string, bytes: Uint8Array | string, mode: number): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeAndSync(beside, bytes, mode);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeAndSync(path: string, bytes: Uint8Array | string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Makes changes to the names in a folder durable: files created, renamed, removed. Windows cannot open folders and
 * needs no such step.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
