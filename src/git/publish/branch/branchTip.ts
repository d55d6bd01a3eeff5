import { type CmsError, conflict, unavailable } from '../../../model/errors.ts';
import { because } from '../../../model/reason.ts';
import { stopped } from '../../disk/failure.ts';
import { checkedOutRefs } from '../../read/ref/checkedOut.ts';
import { listRefs } from '../../read/ref/listRefs.ts';
import { isRefName } from '../../read/ref/refNames.ts';
import { branchName, readRef } from '../../read/ref/refs.ts';
import { syncRefName } from '../head/refFile.ts';
import type { GitWriter } from '../writer.ts';

/** A branch that nobody has checked out, and the commit that the caller knows it at; null: there is no such branch. */
export interface BranchTip {
  /** `refs/heads/change/menu`. */
  readonly ref: string;
  readonly commit: string | null;
}

/** A branch is at another commit than the caller knows: look at it again. */
export class BranchMoved extends Error {
  readonly ref: string;
  readonly commit: string | null;
  constructor(ref: string, commit: string | null) {
    super(`${ref} is at ${commit ?? 'no commit'}`);
    this.name = 'BranchMoved';
    this.ref = ref;
    this.commit = commit;
  }
}

/** Branches, and the refs that keep commits of removed ones. */
const OURS = /^refs\/(?:heads|quire)\/./;

/**
 * @throws BranchMoved if the branch is at another commit than the caller knows
 * @throws CmsError CONFLICT if it is checked out, or another branch's name is in its way
 */
export function requireFreeBranch({ location, readOnly }: GitWriter, { ref, commit }: BranchTip): void {
  if (readOnly) throw unavailable('The content is read-only: Quire was started with READ_ONLY', 3600);
  const name = branchName(ref);
  if (!isRefName(name) || !OURS.test(ref)) throw new Error(`${ref} is no branch`);
  if (checkedOutRefs(location).has(ref)) throw isCheckedOut(name);
  const now = readRef(location.commonDir, ref);
  if (now !== commit) throw new BranchMoved(ref, now);
  if (commit === null) requireFreeRefName(location.commonDir, ref);
}

export const isCheckedOut = (name: string): CmsError =>
  conflict(
    because('branchInUse', `The branch ${name} is checked out in a working tree, so its files are in use`, {
      branch: name,
    }),
  );

/** A ref cannot have the name of a folder of refs, nor the other way round. */
function requireFreeRefName(commonDir: string, ref: string): void {
  const names = ref.split('/');
  for (let length = 3; length < names.length; length += 1) {
    const above = names.slice(0, length).join('/');
    if (readRef(commonDir, above) !== null) throw createBranchNameConflict(above, ref);
  }
  const [below] = listRefs(commonDir, `refs/${ref.slice('refs/'.length)}/`).keys();
  if (below !== undefined) throw createBranchNameConflict(below, ref);
}

const createBranchNameConflict = (other: string, ref: string): CmsError =>
  conflict(
    because(
      'branchInTheWay',
      `The branch ${branchName(other)} is in the way of ${branchName(ref)}: rename it with git branch -m`,
      { branch: branchName(other) },
    ),
  );

/** Makes the move of a branch durable. If it may not survive a power failure, nothing more is written. */
export async function syncBranch(writer: GitWriter, { ref }: Pick<BranchTip, 'ref'>): Promise<void> {
  try {
    await syncRefName(writer, ref);
  } catch (error) {
    writer.stop(error);
    throw stopped(error);
  }
}
