import { join } from 'node:path';
import { allSettled } from '../../../lib/turn/allSettled.ts';
import { unavailable } from '../../../model/errors.ts';
import { explainFailure } from '../../disk/failure.ts';
import { createSideFolder, type SideFolder } from '../../disk/sideFolder.ts';
import { createUndo } from '../../disk/undo.ts';
import type { WrittenObjects } from '../../objects/writeObjects.ts';
import { wholeTree } from '../../read/discover.ts';
import { type BuiltCommits, buildCommits, listPublishedCommits } from '../buildCommits.ts';
import { placeRef, stageRef } from '../head/refFile.ts';
import { locked } from '../locked.ts';
import { buildMoves } from '../move/move.ts';
import { appendReflog } from '../reflog.ts';
import type { BranchMove, CommitRequest, PublishedCommit } from '../request.ts';
import type { GitWriter } from '../writer.ts';
import { BranchMoved, type BranchTip, requireFreeBranch, syncBranch } from './branchTip.ts';

/** The commit to start from, if that is not the branch's tip. */
interface Onto {
  readonly onto?: string | null;
}

/**
 * Makes each request one commit on a branch, which changes only objects and the ref. All or none, and durable when it
 * resolves.
 *
 * @throws BranchMoved if the branch is at another commit
 * @throws CmsError CONFLICT while somebody has it checked out, else as a publish does
 */
export const commitToBranch = async (
  writer: GitWriter,
  tip: BranchTip & Onto,
  requests: readonly CommitRequest[],
): Promise<readonly PublishedCommit[]> =>
  listPublishedCommits(
    await setBranch(writer, tip, () => buildCommits(writer, tip.onto ?? tip.commit, requests)),
    Promise.resolve(),
  );

/** Moves a branch through these steps and returns its new tip; as `commitToBranch`. */
export async function moveBranch(
  writer: GitWriter,
  tip: BranchTip & Onto,
  moves: readonly BranchMove[],
): Promise<string> {
  const whole = { ...writer, location: wholeTree(writer.location) };
  const { commits } = await setBranch(writer, tip, () => buildMoves(whole, tip.onto ?? tip.commit, moves));
  return commits.at(-1)!.id;
}

async function setBranch(writer: GitWriter, tip: BranchTip, build: () => Promise<BuiltCommits>): Promise<BuiltCommits> {
  requireFreeBranch(writer, tip);
  const side = createSideFolder({ path: writer.sidePath, fs: writer.fs });
  try {
    const built = await build();
    const { objects, staged } = built;
    const written = await writer.objects.write(objects, { keepFile: await writer.lockFile.path(), staged });
    try {
      const staging = stageRef(writer, side, built.commits.at(-1)!.id);
      await allSettled([written.sync(), staging]);
      const refFile = await staging;
      writer.onStep(2);
      await locked(writer, tip, async () => replaceRef(writer, tip, { built, written, refFile, side }));
      await syncBranch(writer, tip);
    } finally {
      await written.release();
    }
    return built;
  } catch (error) {
    throw error instanceof BranchMoved ? error : explainFailure(error, writer.stop);
  } finally {
    await side.clear();
  }
}

interface RefReplacement {
  readonly built: BuiltCommits;
  readonly written: WrittenObjects;
  readonly refFile: string;
  readonly side: SideFolder;
}

/** Under the locks: the reflog, then the ref, which is the commit point. */
function replaceRef(writer: GitWriter, tip: BranchTip, { built, written, refFile, side }: RefReplacement): void {
  const { location, onStep } = writer;
  requireFreeBranch(writer, tip);
  if (!written.areThere())
    throw unavailable(
      'Git has removed objects of this write while it was in progress (git gc --prune=now): try again',
      1,
    );
  onStep(4);
  const undo = createUndo();
  try {
    const commits = built.commits.map((one) => ({ ...one, action: one.action ?? 'commit' }));
    appendReflog(writer, tip.ref, { commits, before: tip.commit }, undo);
    onStep(8);
    placeRef(writer, join(location.commonDir, tip.ref), { refFile, side });
    onStep(9);
  } catch (error) {
    undo.run();
    throw error;
  }
}
