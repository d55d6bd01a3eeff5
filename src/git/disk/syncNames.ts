import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { forEachAtOnce } from '../../lib/turn/forEachAtOnce.ts';
import type { DurableFs } from './durableFs.ts';

/** Makes the names in these folders durable, and the folders' own names up to the git folder. */
export type SyncNames = (folders: Iterable<string>) => Promise<void>;

/**
 * A folder that already exists need not be durable: git never syncs one, and a failed write may have made it. So each
 * folder's name is synced once, up to `ends`, the folders whose own names nobody doubts.
 */
export function createSyncNames(fs: DurableFs, ends: readonly string[]): SyncNames {
  const known = new Set<string>();
  return async (folders) => {
    const wanted = new Set(folders);
    const parents = new Set<string>();
    for (const folder of wanted)
      for (let path = folder; !ends.includes(path) && !known.has(folderKey(path)); path = dirname(path))
        parents.add(dirname(path));
    const named = [...parents].flatMap(listSubfolders).map(folderKey);
    await syncAll(fs, new Set([...wanted, ...parents]));
    for (const key of named) known.add(key);
  };
}

/** A folder that was removed and made again is another one. */
const folderKey = (path: string): string => `${statSync(path, { throwIfNoEntry: false })?.ino} ${path}`;

const listSubfolders = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [join(path, entry.name)] : []));

/** Each holds an open file; a process may have no more than 1,024 by default. */
const AT_ONCE = 64;

/** Makes the bytes of these files and the names in these folders durable; skips what is gone. */
export const syncAll = (fs: DurableFs, paths: Iterable<string>): Promise<void> =>
  forEachAtOnce(paths, AT_ONCE, (path) => syncIfThere(fs, path));

/** The folders that these files are in, up to the root. */
export function enclosingFolders(root: string, files: Iterable<{ readonly path: string }>): ReadonlySet<string> {
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
