import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type FileBytes, stageFile } from '../git/stagedFile.ts';
import { createFolderFiles } from './folderFiles.ts';
import type { MediaStorage, Upload } from './storage.ts';

const FOLDER = 'media/files';
/** Smaller files are held in memory until they are committed. */
const STAGED_FROM_BYTES = 256 * 1024;

/** The path of a file in git, relative to the content folder. */
export const mediaPath = (name: string): string => `${FOLDER}/${name}`;

/** Files beside their records, committed with them. */
export function createGitStorage(contentDir: string): MediaStorage {
  const files = createFolderFiles(contentDir, ...FOLDER.split('/'));
  return {
    ...files,
    isInGit: true,
    put: async (name, upload) => [{ path: mediaPath(name), before: null, bytes: await bytesOf(upload) }],
    async planRemoval(name) {
      const found = await files.find(name);
      if (!found) return [];
      return [{ path: mediaPath(name), before: await idOfFile(files.pathOf(name), found.size), bytes: null }];
    },
    discard: async () => undefined,
    publicUrl: () => null,
  };
}

const bytesOf = ({ path, size }: Upload): Promise<FileBytes> =>
  size < STAGED_FROM_BYTES ? readFile(path) : stageFile(path);

/** Git's id of a file that may be large. */
async function idOfFile(path: string, size: number): Promise<string> {
  const hash = createHash('sha1').update(`blob ${size}\0`);
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
