import { readFile } from 'node:fs/promises';
import { type FileBytes, stageFile } from '../../git/disk/stagedFile.ts';
import { hashBlob } from '../../git/disk/workingFile.ts';
import { MEDIA_FILES } from '../../store/home.ts';
import { createFolderFiles } from './folderFiles.ts';
import { type MediaStorage, onlyPlainNames, type StorageUpload } from './storage.ts';

/** Smaller files are kept in memory until they are committed. */
const STAGED_FROM_BYTES = 256 * 1024;

/** The path of a file in git, relative to the content folder. */
export const mediaPath = (name: string): string => `${MEDIA_FILES}/${name}`;

/** Files beside their records, committed with them. */
export function createGitStorage(contentDir: string): MediaStorage {
  const files = createFolderFiles(contentDir, ...MEDIA_FILES.split('/'));
  return onlyPlainNames({
    ...files,
    isInGit: true,
    put: async (name, upload) => [{ path: mediaPath(name), before: null, bytes: await readUploadBytes(upload) }],
    async planRemoval(name) {
      const found = await files.find(name);
      if (!found) return [];
      return [{ path: mediaPath(name), before: await hashBlob(files.pathOf(name), found.size), bytes: null }];
    },
    discard: async () => undefined,
    publicUrl: () => null,
  });
}

const readUploadBytes = ({ path, size }: StorageUpload): Promise<FileBytes> =>
  size < STAGED_FROM_BYTES ? readFile(path) : stageFile(path);
