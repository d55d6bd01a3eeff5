import { dirname, join } from 'node:path';
import { forEachAtOnce } from '../../lib/forEachAtOnce.ts';
import { hasErrorCode } from '../../lib/hasErrorCode.ts';
import type { DurableFs } from './durableFs.ts';

/** Each has a file open; a process may have no more than 1,024 by default. */
const AT_ONCE = 64;

/** Makes the bytes of these files and the names in these folders durable; what is gone counts as done. */
export const syncAll = (fs: DurableFs, paths: Iterable<string>): Promise<void> =>
  forEachAtOnce(paths, AT_ONCE, (path) => syncIfThere(fs, path));

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
