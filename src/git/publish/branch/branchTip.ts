import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CmsError, conflict, unavailable } from '../../../model/errors.ts';
import { stopped } from '../../disk/failure.ts';
import { checkedOutRefs } from '../../read/ref/checkedOut.ts';
import { isRefName } from '../../read/ref/refNames.ts';
import { branchName, readRef } from '../../read/ref/refs.ts';
import type { Writer } from '../writer.ts';

/** A branch that nobody has checked out, and the commit that it is known to hold; null: there is no such branch. */
export interface BranchTip {
  /** `refs/heads/change/menu`. */
  readonly ref: string;
  readonly commit: string | null;
}

/** A branch is not what it was taken for: look at it again. */
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

/** Branches, and what is kept of those that were removed. */
const OURS = /^refs\/(?:heads|quire)\/./;

/**
 * @throws BranchMoved where the branch holds another commit than is known
 * @throws CmsError CONFLICT where it is checked out, or another branch's name stands in its way
 */
export function requireFree({ location, readOnly }: Writer, { ref, commit }: BranchTip): void {
  if (readOnly) throw unavailable('The content is read-only: Quire was started with READ_ONLY', 3600);
  const name = branchName(ref);
  if (!isRefName(name) || !OURS.test(ref)) throw new Error(`${ref} is no branch`);
  if (checkedOutRefs(location).has(ref)) throw isCheckedOut(name);
  const now = readRef(location.commonDir, ref);
  if (now !== commit) throw new BranchMoved(ref, now);
  if (commit === null) requireRoom(location.commonDir, ref);
}

export const isCheckedOut = (name: string): CmsError =>
  conflict(`The branch ${name} is checked out in a working tree: what it holds is in somebody's files`);

/** A ref cannot have the name of a folder of refs, nor the other way round. */
function requireRoom(commonDir: string, ref: string): void {
  const names = ref.split('/');
  for (let length = 3; length < names.length; length += 1) {
    const above = names.slice(0, length).join('/');
    if (readRef(commonDir, above) !== null)
      throw conflict(`The branch ${branchName(above)} is in the way of ${branchName(ref)}: git branch -m renames it`);
  }
}

/** Makes the move of a branch durable: the folders up to `refs` may be new ones. */
export async function syncBranch(writer: Writer, { ref }: Pick<BranchTip, 'ref'>): Promise<void> {
  const { fs, location, stop } = writer;
  try {
    const root = join(location.commonDir, 'refs');
    for (let folder = dirname(join(location.commonDir, ref)); folder !== root; folder = dirname(folder))
      if (existsSync(folder)) await fs.sync(folder);
  } catch (error) {
    stop(error);
    throw stopped(error);
  }
}
