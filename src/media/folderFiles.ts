import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import type { ByteRange, StoredFile } from './storage.ts';

/** Reads the files that lie directly in a folder, never through a link. */
export interface FolderFiles {
  pathOf(name: string): string;
  find(name: string): Promise<StoredFile | null>;
  read(name: string, range?: ByteRange): Promise<Readable>;
}

/** @param folders the folder's path in steps: none after the first may be a link */
export function createFolderFiles(...folders: readonly string[]): FolderFiles {
  const folder = join(...folders);
  const steps = folders.slice(1).map((_, index) => join(...folders.slice(0, index + 2)));
  const pathOf = (name: string): string => join(folder, name);
  return {
    pathOf,
    async find(name) {
      try {
        for (const step of steps) if (!(await lstat(step)).isDirectory()) return null;
        const stats = await lstat(pathOf(name));
        return stats.isFile() ? { size: stats.size, version: `${stats.size}-${stats.mtimeMs}` } : null;
      } catch (error) {
        if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return null;
        throw error;
      }
    },
    async read(name, range) {
      const file = await open(pathOf(name), constants.O_RDONLY | constants.O_NOFOLLOW);
      return file.createReadStream(range);
    },
  };
}
