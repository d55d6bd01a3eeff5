import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { explainFailure } from '../../disk/failure.ts';
import { deleteRef } from '../head/deleteRef.ts';
import { locked } from '../locked.ts';
import type { GitWriter } from '../writer.ts';
import { BranchMoved, type BranchTip, requireFreeBranch, syncBranch } from './branchTip.ts';

/**
 * Removes a branch and its log if it is still at this commit; durable when it resolves. Commits that are to be kept must
 * already have another ref.
 */
export async function removeBranch(writer: GitWriter, tip: BranchTip): Promise<void> {
  requireFreeBranch(writer, tip);
  const { fs, location } = writer;
  try {
    await locked(writer, tip, async () => {
      requireFreeBranch(writer, tip);
      await deleteRef(writer, tip.ref);
      const log = join(location.commonDir, 'logs', tip.ref);
      if (existsSync(log)) fs.remove(log);
    });
    await syncBranch(writer, tip);
  } catch (error) {
    throw error instanceof BranchMoved ? error : explainFailure(error, writer.stop);
  }
}
