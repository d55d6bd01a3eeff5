import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFileIfExists } from '../../../lib/disk/readFileIfExists.ts';

/** Something that git does in several steps and that a person may have to end. */
export interface GitOperation {
  readonly name: string;
  /** The commands that end it. */
  readonly end: string;
  /** Whether files may be half-merged meanwhile. */
  readonly isMerging: boolean;
}

/** Files and folders that are in the git folder while an operation is under way. */
const OPERATIONS: readonly (readonly [file: string, operation: GitOperation])[] = [
  ['MERGE_HEAD', { name: 'A merge', end: 'git merge --continue or --abort', isMerging: true }],
  ['rebase-merge', { name: 'A rebase', end: 'git rebase --continue or --abort', isMerging: true }],
  [
    'rebase-apply',
    { name: 'A rebase or git am', end: 'git rebase (or git am) --continue or --abort', isMerging: true },
  ],
  ['CHERRY_PICK_HEAD', { name: 'A cherry-pick', end: 'git cherry-pick --continue or --abort', isMerging: true }],
  ['REVERT_HEAD', { name: 'A revert', end: 'git revert --continue or --abort', isMerging: true }],
  ['BISECT_LOG', { name: 'A bisect', end: 'git bisect reset', isMerging: false }],
];

export const findOperation = (gitDir: string): GitOperation | undefined =>
  OPERATIONS.find(([file]) => existsSync(join(gitDir, file)))?.[1];

/** What others are in the middle of: a command that holds the index, or an operation; null if nothing. */
export async function findUnderWay(gitDir: string, ownLock: string): Promise<string | null> {
  const lock = await readFileIfExists(join(gitDir, 'index.lock'));
  if (lock !== null && lock !== ownLock) return 'index.lock';
  return findOperation(gitDir)?.name ?? null;
}
