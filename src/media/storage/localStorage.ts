import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../../lib/disk/writeFileDurably.ts';
import { createFolderFiles } from './folderFiles.ts';
import { type MediaStorage, onlyPlainNames } from './storage.ts';

/** Files in a folder of their own (MEDIA_DIR). */
export function createLocalStorage(dir: string): MediaStorage {
  const files = createFolderFiles(dir);

  const besideOf = (name: string): string => join(dir, `.${name}.tmp`);

  async function copy(from: string, name: string): Promise<void> {
    const beside = besideOf(name);
    try {
      await pipeline(createReadStream(from), createWriteStream(beside, { flush: true }));
      await rename(beside, files.pathOf(name));
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
    await syncFolder(dir);
  }

  /** Copies under way, by name: two of one name would share a temporary file. */
  const copying = new Map<string, Promise<void>>();

  async function copyInTurn(from: string, name: string): Promise<void> {
    while (copying.has(name)) await copying.get(name)?.catch(() => undefined);
    const copied = copy(from, name).finally(() => copying.delete(name));
    copying.set(name, copied);
    await copied;
  }

  return onlyPlainNames({
    ...files,
    isInGit: false,
    async put(name, { path }) {
      await mkdir(dir, { recursive: true });
      await copyInTurn(path, name);
      return [];
    },
    planRemoval: async () => [],
    async discard(name) {
      await rm(besideOf(name), { force: true });
      await rm(files.pathOf(name), { force: true });
    },
    publicUrl: () => null,
  });
}
