import { join } from 'node:path';
import { listIfThere } from '../../disk/listIfThere.ts';
import { readIfThere } from '../../disk/readIfThere.ts';
import { type RefFolders, readHeadRef } from './refs.ts';

/** The lock files of branches, whoever holds them. */
export function listBranchLocks(commonDir: string, folder = 'refs/heads'): readonly string[] {
  return listIfThere(join(commonDir, folder)).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listBranchLocks(commonDir, path);
    return entry.name.endsWith('.lock') ? [join(commonDir, path)] : [];
  });
}

/**
 * The branches that somebody has checked out or is rebasing, in this working tree or a linked one (gitrepository-layout,
 * "worktrees"): somebody's files depend on them.
 */
export function checkedOutRefs({ commonDir }: Pick<RefFolders, 'commonDir'>): ReadonlySet<string> {
  const linked = listIfThere(join(commonDir, 'worktrees')).flatMap(({ name }) =>
    refsOfWorktree(join(commonDir, 'worktrees', name), unreadableHeadMessage(name)),
  );
  return new Set([...refsOfWorktree(commonDir), ...linked]);
}

const unreadableHeadMessage = (worktree: string): string =>
  `The linked working tree "${worktree}" has no readable HEAD: repair worktrees/${worktree}/HEAD in the git folder, or delete that folder if the tree is no longer needed`;

function refsOfWorktree(gitDir: string, refusal?: string): readonly string[] {
  const rebased = ['rebase-merge', 'rebase-apply'].flatMap(
    (folder) =>
      readIfThere(join(gitDir, folder, 'head-name'))
        ?.toString()
        .trim() ?? [],
  );
  const head = readIfThere(join(gitDir, 'HEAD')) === null ? null : readHeadRef(gitDir, refusal);
  return head === null ? rebased : [head, ...rebased];
}
