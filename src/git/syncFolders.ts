import { allSettled } from '../lib/allSettled.ts';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import type { DurableFs } from './durableFs.ts';

/** Makes the names in these folders durable; a folder that is gone counts as done. */
export async function syncFolders(fs: DurableFs, folders: Iterable<string>): Promise<void> {
  await allSettled([...folders].map((folder) => syncIfThere(fs, folder)));
}

async function syncIfThere(fs: DurableFs, folder: string): Promise<void> {
  try {
    await fs.syncFolder(folder);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
}
