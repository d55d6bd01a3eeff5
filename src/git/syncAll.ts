import { dirname, join } from 'node:path';
import { allSettled } from '../lib/allSettled.ts';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import type { DurableFs } from './durableFs.ts';

/** Makes the bytes of these files and the names in these folders durable; what is gone counts as done. */
export async function syncAll(fs: DurableFs, paths: Iterable<string>): Promise<void> {
  await allSettled([...paths].map((path) => syncIfThere(fs, path)));
}

/** The folders that these files are in, up to the root. */
export function foldersOf(root: string, files: Iterable<{ readonly path: string }>): ReadonlySet<string> {
  const folders = new Set([root]);
  for (const { path } of files)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(join(root, folder));
  return folders;
}

async function syncIfThere(fs: DurableFs, path: string): Promise<void> {
  try {
    await fs.sync(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
}
