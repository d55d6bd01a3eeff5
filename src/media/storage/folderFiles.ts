import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { isFileName } from '../../model/text/fileName.ts';
import type { ByteRange, StoredFile, StoredFiles } from './storage.ts';

/** Reads the files directly in a folder, never through a link. */
export interface FolderFiles {
  pathOf(name: string): string;
  find(name: string): Promise<StoredFile | null>;
  read(name: string, range?: ByteRange): Promise<Readable>;
  list(): Promise<StoredFiles>;
}

const NO_FILES: StoredFiles = new Map();
/** Changes this close together may leave a folder with the same modification time. */
const RACY_MS = 1000;

/** @param folders the folder's path in steps: none after the first may be a link */
export function createFolderFiles(...folders: readonly string[]): FolderFiles {
  const folder = join(...folders);
  const steps = folders.slice(1).map((_, index) => join(...folders.slice(0, index + 2)));
  const pathOf = (name: string): string => join(folder, name);
  let known: { readonly mtimeMs: number; readonly files: StoredFiles } | undefined;

  async function isWithoutLinks(): Promise<boolean> {
    for (const step of steps) if (!(await lstat(step)).isDirectory()) return false;
    return true;
  }

  async function look(name: string): Promise<StoredFile | null> {
    const stats = await lstat(pathOf(name));
    return stats.isFile() ? { size: stats.size, version: `${stats.size}-${stats.mtimeMs}` } : null;
  }

  async function readList(): Promise<StoredFiles> {
    const files = new Map<string, StoredFile>();
    for (const name of (await readdir(folder)).filter(isFileName).sort()) {
      const found = await nullIfNoEntry(look(name));
      if (found) files.set(name, found);
    }
    return files;
  }

  async function list(): Promise<StoredFiles> {
    if (!(await isWithoutLinks())) return NO_FILES;
    const { mtimeMs } = await lstat(folder);
    if (known?.mtimeMs === mtimeMs) return known.files;
    const isSettled = Date.now() - mtimeMs > RACY_MS;
    const files = await readList();
    known = isSettled ? { mtimeMs, files } : undefined;
    return files;
  }

  return {
    pathOf,
    async find(name) {
      const found = await nullIfNoEntry(isWithoutLinks().then((isOurs) => (isOurs ? look(name) : null)));
      // A file overwritten in place does not change the folder's time.
      if (known && known.files.get(name)?.version !== found?.version) known = undefined;
      return found;
    },
    list: async () => (await nullIfNoEntry(list())) ?? NO_FILES,
    async read(name, range) {
      const file = await open(pathOf(name), constants.O_RDONLY | constants.O_NOFOLLOW);
      return file.createReadStream(range);
    },
  };
}

/** Null if there is no such file or folder. */
async function nullIfNoEntry<T>(found: Promise<T | null>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return null;
    throw error;
  }
}
