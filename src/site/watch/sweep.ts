import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { createInspect, type PathInspection } from '../../store/file/inspectSightings.ts';
import { type Home, isLookedAt } from '../../store/home.ts';
import type { Indexer } from '../folder/indexer.ts';

/**
 * Finds the paths at and below a folder whose files have changed since they were read, by their stats, without opening
 * them.
 */
export type Sweep = (folder?: string) => Promise<readonly string[]>;

interface Options {
  readonly root: string;
  readonly home: Home;
  readonly indexer: Pick<Indexer, 'known' | 'hasProblem' | 'isTaken'>;
  /** Called for each folder before it is read, so that a watch on it hears of everything that happens later. */
  onFolder(folder: string): void;
}

export function createSweep({ root, home, indexer, onFolder }: Options): Sweep {
  /**
   * Whether there is nothing new: the file, broken or not, has the stat it was read with, or it still cannot be read.
   */
  const isRead = (path: string, { file }: PathInspection): boolean =>
    file ? indexer.isTaken(path, file.stamp) === true : indexer.hasProblem(path);

  return async (from = '') => {
    const inspect = createInspect(root, home);
    const isBelow = (path: string): boolean => from === '' || path === from || path.startsWith(`${from}/`);
    const missing = new Set([...indexer.known()].filter(isBelow));
    const changed: string[] = [];

    /** Checks a path; true if it may be a folder to look into. */
    function look(path: string): boolean {
      const found = inspect(path);
      if (!found.file && !found.problem) return true;
      missing.delete(path);
      if (!isRead(path, found)) changed.push(path);
      return false;
    }

    const folders = look(from) ? [from] : [];
    const yieldIfBusy = createYieldIfBusy();
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      onFolder(folder);
      for (const entry of await readFolderEntries(join(root, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (isLookedAt(home, path) && look(path) && entry.isDirectory()) folders.push(path);
        const turn = yieldIfBusy();
        if (turn) await turn;
      }
    }
    return [...changed, ...missing];
  };
}

/**
 * The entries of a folder; none if it is gone or cannot be read, so that its files count as missing. Asynchronous,
 * because reading a folder can take hundreds of milliseconds while it is being synced.
 */
async function readFolderEntries(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
