import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryLocation } from '../../git/read/discover.ts';
import { createFolderWatches, type FolderWatches, type WatchFolder } from './folderWatches.ts';

/** Hears when HEAD, a branch, the index or the state of an operation may have changed. */
export interface GitWatch {
  /** Looks for folders that have come since: of new branches, of the reflog. */
  refresh(): void;
  close(): void;
}

interface Options {
  readonly location: Pick<RepositoryLocation, 'gitDir' | 'commonDir'>;
  onChange(): void;
  onFailure(error: unknown): void;
  readonly watchFolder?: WatchFolder;
}

/** Whichever file a commit moves, the reflog or the branch's folder tells of it. */
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

/** Branches like `feature/x` stand in folders of their own. */
function addBelow(watches: FolderWatches, root: string, folder: string): void {
  watches.add(folder);
  for (const entry of foldersIn(join(root, folder))) addBelow(watches, root, `${folder}/${entry.name}`);
}

function foldersIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  } catch {
    // Git removes such a folder with the last branch in it, perhaps right now.
    return [];
  }
}
