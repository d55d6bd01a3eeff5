import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryLocation } from '../../git/read/discover.ts';
import { createFolderWatches, type FolderWatches, type WatchFolder } from './folderWatches.ts';

/** Hears when HEAD, a branch, the index or the state of an operation may have changed. */
export interface GitWatch {
  /** Watches new folders: of branches, and of the reflog. */
  refresh(): void;
  close(): void;
}

interface Options {
  readonly location: Pick<RepositoryLocation, 'gitDir' | 'commonDir'>;
  onChange(): void;
  onFailure(error: unknown): void;
  readonly watchFolder?: WatchFolder;
}

/** Whatever files a commit touches, the reflog or the folder of the branch changes. */
export function createGitWatch({ location, ...heard }: Options): GitWatch {
  const { gitDir, commonDir } = location;
  const inGitDir = createFolderWatches({ root: gitDir, ...heard });
  const inCommonDir = gitDir === commonDir ? inGitDir : createFolderWatches({ root: commonDir, ...heard });
  return {
    refresh() {
      inGitDir.add('');
      inGitDir.add('logs');
      inCommonDir.add('');
      addBelow(inCommonDir, commonDir, 'refs/heads');
    },
    close() {
      inGitDir.close();
      inCommonDir.close();
    },
  };
}

/** Watches a folder and those below: branches like `feature/x` are in folders of their own. */
function addBelow(watches: FolderWatches, root: string, folder: string): void {
  watches.add(folder);
  for (const entry of readSubfolders(join(root, folder))) addBelow(watches, root, `${folder}/${entry.name}`);
}

function readSubfolders(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  } catch {
    // Git removes such a folder with the last branch in it, perhaps right now.
    return [];
  }
}
