import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { createInspect, type Look } from '../../store/file/scan.ts';
import { type Home, isLookedAt } from '../../store/home.ts';
import type { Indexer } from '../indexer.ts';

/** Finds the paths of a folder, and below it, whose files are not those that were read: by their stats, without opening one. */
export type Sweep = (folder?: string) => Promise<readonly string[]>;

interface Options {
  readonly root: string;
  readonly home: Home;
  readonly indexer: Pick<Indexer, 'known' | 'hasProblem' | 'isTaken'>;
  /** Told of each folder before it is read: what comes later is heard of by whoever watches it from then on. */
  onFolder(folder: string): void;
}

/** Other work gets its turn after this many files. */
const FILES_PER_SLICE = 200;

export function createSweep({ root, home, indexer, onFolder }: Options): Sweep {
  /** Nothing new is to be learned of a file with the stat it was read with, broken or not, nor of what still cannot be read. */
  const isRead = (path: string, { file }: Look): boolean =>
    file ? indexer.isTaken(path, file.stamp) === true : indexer.hasProblem(path);

  return async (from = '') => {
    const inspect = createInspect(root, home);
    const isBelow = (path: string): boolean => from === '' || path === from || path.startsWith(`${from}/`);
    const missing = new Set([...indexer.known()].filter(isBelow));
    const changed: string[] = [];

    /** Whether a path may be a folder to look into. */
    function look(path: string): boolean {
      const found = inspect(path);
      if (!found.file && !found.problem) return true;
      missing.delete(path);
      if (!isRead(path, found)) changed.push(path);
      return false;
    }

    const folders = look(from) ? [from] : [];
    let count = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      onFolder(folder);
      for (const entry of await readFolder(join(root, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (isLookedAt(home, path) && look(path) && entry.isDirectory()) folders.push(path);
        count += 1;
        if (count % FILES_PER_SLICE === 0) await breathe();
      }
    }
    return [...changed, ...missing];
  };
}

/**
 * Nothing where it is gone, or cannot be read: its files are missing then. Not on the event loop: while names in a folder
 * are being made durable, reading it can take hundreds of milliseconds.
 */
async function readFolder(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
