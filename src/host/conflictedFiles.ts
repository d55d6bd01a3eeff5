import type { NamedCommit } from '../git/read/ancestry/divergence.ts';
import { findAtPath } from '../git/read/treeDiff.ts';
import type { GitRepository } from '../git/repository.ts';
import { conflictedPathsIn } from '../write/merge/clashTrailers.ts';

/** A file that holds no record and that both sides have changed in the same lines: ours was kept. */
export interface ConflictedFile {
  /** From the root of the repository. */
  readonly path: string;
  /** The merge commit. */
  readonly commit: string;
  /** The commit that has the other version: `git show <theirs>:<path>`. */
  readonly theirs: string;
}

/** The most files to list. */
const MAX_KEPT = 200;

/** The files that merges among these commits have kept. */
export const conflictedFilesIn = (commits: readonly NamedCommit[]): readonly ConflictedFile[] =>
  commits.flatMap(({ id, message, parents }) =>
    parents.length === 2 ? conflictedPathsIn(message).map((path) => ({ path, commit: id, theirs: parents[1]! })) : [],
  );

/** The files that have not been changed since: changing one resolves its conflict. */
export async function findUnresolvedFiles(
  files: readonly ConflictedFile[],
  head: string,
  { objects }: Pick<GitRepository, 'objects'>,
): Promise<readonly ConflictedFile[]> {
  const versionIn = async (id: string, path: string): Promise<string | undefined> => {
    const commit = await objects.findCommit(id);
    return commit && (await findAtPath(objects.readTree, commit.tree, path))?.id;
  };
  const latest = new Map(files.map((file) => [file.path, file]));
  const kept: ConflictedFile[] = [];
  for (const file of [...latest.values()].slice(0, MAX_KEPT)) {
    const [was, is] = [await versionIn(file.commit, file.path), await versionIn(head, file.path)];
    if (was === is) kept.push(file);
  }
  return kept;
}
