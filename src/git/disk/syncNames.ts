import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DurableFs } from './durableFs.ts';
import { syncAll } from './syncAll.ts';

/** Makes the names in these folders durable, and the folders' own names up to the git folder. */
export type SyncNames = (folders: Iterable<string>) => Promise<void>;

/**
 * A folder that was there before us need not be durable: git never syncs one, and a write that failed has made some.
 * Each is looked after once; `ends` are the folders whose own names nobody doubts.
 */
export function createSyncNames(fs: DurableFs, ends: readonly string[]): SyncNames {
  const known = new Set<string>();
  return async (folders) => {
    const wanted = new Set(folders);
    const parents = new Set<string>();
    for (const folder of wanted)
      for (let path = folder; !ends.includes(path) && !known.has(keyOf(path)); path = dirname(path))
        parents.add(dirname(path));
    const named = [...parents].flatMap(foldersIn).map(keyOf);
    await syncAll(fs, new Set([...wanted, ...parents]));
    for (const key of named) known.add(key);
  };
}

/** A folder that was removed and made again is another one. */
const keyOf = (path: string): string => `${statSync(path, { throwIfNoEntry: false })?.ino} ${path}`;

const foldersIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [join(path, entry.name)] : []));
