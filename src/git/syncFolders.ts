import { dirname, join } from 'node:path';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { allSettled } from './allSettled.ts';
import type { DurableFs } from './durableFs.ts';

/** Makes the names of these files durable: fsyncs the folders they are in, and those above up to the root. Folders that are gone count as done. */
export async function syncFoldersOf(fs: DurableFs, root: string, paths: Iterable<string>): Promise<void> {
  const folders = new Set(['.']);
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  await allSettled([...folders].map((folder) => syncIfThere(fs, join(root, folder))));
}

async function syncIfThere(fs: DurableFs, folder: string): Promise<void> {
  try {
    await fs.syncFolder(folder);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
}
