import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../../lib/disk/hasErrorCode.ts';
import { readIfThere } from '../../disk/readIfThere.ts';
import { type RefFolders, readHeadRef } from './refs.ts';

/** The lock files of branches, whoever holds them. */
export function listBranchLocks(commonDir: string, folder = 'refs/heads'): readonly string[] {
  return readNames(join(commonDir, folder)).flatMap(({ name, isFolder }) => {
    const path = `${folder}/${name}`;
    if (isFolder) return listBranchLocks(commonDir, path);
    return name.endsWith('.lock') ? [join(commonDir, path)] : [];
  });
}

/**
 * The branches that somebody has checked out or is rebasing, in this working tree or a linked one (gitrepository-layout,
 * "worktrees"): somebody's files depend on them.
 */
export function checkedOutRefs({ commonDir }: Pick<RefFolders, 'commonDir'>): ReadonlySet<string> {
  const linked = readNames(join(commonDir, 'worktrees')).map(({ name }) => join(commonDir, 'worktrees', name));
  return new Set([commonDir, ...linked].flatMap(refsOfWorktree));
}

function refsOfWorktree(gitDir: string): readonly string[] {
  const rebased = ['rebase-merge', 'rebase-apply'].flatMap(
    (folder) =>
      readIfThere(join(gitDir, folder, 'head-name'))
        ?.toString()
        .trim() ?? [],
  );
  const head = readIfThere(join(gitDir, 'HEAD')) === null ? null : readHeadRef(gitDir);
  return head === null ? rebased : [head, ...rebased];
}

function readNames(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
