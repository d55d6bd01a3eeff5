import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allSettled } from '../../lib/turn/allSettled.ts';
import { type CmsError, conflict, unavailable } from '../../model/errors.ts';
import { explainFailure, stopped } from '../disk/failure.ts';
import { createSideFolder, type SideFolder } from '../disk/sideFolder.ts';
import { createUndo } from '../disk/undo.ts';
import { keepsReflog, reflogLine } from '../format/reflog.ts';
import type { WrittenObjects } from '../objects/objects.ts';
import { checkedOutRefs } from '../read/checkedOut.ts';
import { wholeTree } from '../read/discover.ts';
import { isRefName } from '../read/refNames.ts';
import { branchName, readRef } from '../read/refs.ts';
import { deleteRef } from './head/deleteRef.ts';
import { locked } from './locked.ts';
import { buildMoves } from './move.ts';
import { type Built, buildCommits } from './prepare.ts';
import type { CommitRequest, Move } from './request.ts';
import type { Writer } from './writer.ts';

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

/** Where what is written goes on from, where that is not what the branch holds. */
interface Onto {
  readonly onto?: string | null;
}

/**
 * Makes each request one commit on a branch: objects and the ref alone. All or none, and durable when it resolves.
 *
 * @throws BranchMoved where the branch holds another commit
 * @throws CmsError CONFLICT while somebody has it checked out, else as a publish does
 */
export const commitToBranch = (
  writer: Writer,
  tip: BranchTip & Onto,
  requests: readonly CommitRequest[],
): Promise<string> => setBranch(writer, tip, () => buildCommits(writer, tip.onto ?? tip.commit, requests));

/** Moves a branch over these steps; as `commitToBranch`. */
export const moveBranch = (writer: Writer, tip: BranchTip & Onto, moves: readonly Move[]): Promise<string> =>
  setBranch(writer, tip, () =>
    buildMoves({ ...writer, location: wholeTree(writer.location) }, tip.onto ?? tip.commit, moves),
  );

async function setBranch(writer: Writer, tip: BranchTip, build: () => Promise<Built>): Promise<string> {
  requireFree(writer, tip);
  const side = createSideFolder({ path: writer.sidePath, fs: writer.fs });
  try {
    const built = await build();
    const written = await writeObjects(writer, built);
    try {
      const refFile = await placeBeside(writer, { side, written, commit: built.commits.at(-1)!.id });
      writer.onStep(2);
      await locked(writer, tip, async () => replaceRef(writer, tip, { built, written, refFile, side }));
      await syncRef(writer, tip);
    } finally {
      await written.release();
    }
    return built.commits.at(-1)!.id;
  } catch (error) {
    throw error instanceof BranchMoved ? error : explainFailure(error, writer.stop);
  } finally {
    await side.clear();
  }
}

const NOTHING: WrittenObjects = { sync: async () => undefined, areThere: () => true, release: async () => undefined };

async function writeObjects({ objects, lockFile }: Writer, { objects: made, staged }: Built): Promise<WrittenObjects> {
  if (made.length + staged.length === 0) return NOTHING;
  return objects.write(made, { keepFile: await lockFile.path(), staged });
}

interface Beside {
  readonly side: SideFolder;
  readonly written: WrittenObjects;
  readonly commit: string;
}

/** The file that becomes the ref, when it and all objects are durable. */
async function placeBeside({ fs }: Writer, { side, written, commit }: Beside): Promise<string> {
  const refFile = side.newPath('ref');
  await allSettled([written.sync(), fs.writeSynced(refFile, Buffer.from(`${commit}\n`))]);
  return refFile;
}

interface Replacement {
  readonly built: Built;
  readonly written: WrittenObjects;
  readonly refFile: string;
  readonly side: SideFolder;
}

/** Under the locks: the reflog, then the ref, which is the commit point. */
function replaceRef(writer: Writer, tip: BranchTip, { built, written, refFile, side }: Replacement): void {
  const { fs, location, onStep } = writer;
  requireFree(writer, tip);
  if (!written.areThere())
    throw unavailable('Git has removed objects of this write while it was made (git gc --prune=now): try again', 1);
  onStep(4);
  const undo = createUndo();
  try {
    appendReflog(writer, tip, built, undo);
    onStep(8);
    const path = join(location.commonDir, tip.ref);
    fs.makeFolder(dirname(path));
    // As in a publish: the old file's blocks are given back later.
    if (existsSync(path)) fs.link(path, side.newPath('old'));
    fs.rename(refFile, path);
    onStep(9);
  } catch (error) {
    undo.run();
    throw error;
  }
}

function appendReflog(
  { fs, location, committer }: Writer,
  { ref, commit }: BranchTip,
  { commits }: Built,
  undo: ReturnType<typeof createUndo>,
): void {
  const path = join(location.commonDir, 'logs', ref);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (!keepsReflog(location.config.get('core.logallrefupdates'), ref, size !== undefined)) return;
  if (size === undefined) fs.makeFolder(dirname(path));
  undo.push(() => {
    if (existsSync(path)) size === undefined ? fs.remove(path) : fs.truncate(path, size);
  });
  const lines = commits.map(({ id, previous, at, message, action }, index) =>
    reflogLine({
      before: index === 0 ? commit : previous,
      after: id,
      committer,
      at,
      message,
      action: action ?? 'commit',
    }),
  );
  fs.append(path, lines.join(''));
}

/** The folders up to `refs` may be new ones. */
async function syncRef(writer: Writer, { ref }: Pick<BranchTip, 'ref'>): Promise<void> {
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

/**
 * Removes a branch, its log too, where it still holds this commit; durable when it resolves. What is to be kept of it
 * must have a ref of its own before.
 */
export async function removeBranch(writer: Writer, tip: BranchTip): Promise<void> {
  requireFree(writer, tip);
  const { fs, location } = writer;
  try {
    await locked(writer, tip, async () => {
      requireFree(writer, tip);
      await deleteRef(writer, tip.ref);
      const log = join(location.commonDir, 'logs', tip.ref);
      if (existsSync(log)) fs.remove(log);
    });
    await syncRef(writer, tip);
  } catch (error) {
    throw error instanceof BranchMoved ? error : explainFailure(error, writer.stop);
  }
}

/** Branches, and what is kept of those that were removed. */
const OURS = /^refs\/(?:heads|quire)\/./;

/**
 * @throws BranchMoved where the branch holds another commit than is known
 * @throws CmsError CONFLICT where it is checked out, or another branch's name stands in its way
 */
function requireFree({ location, readOnly }: Writer, { ref, commit }: BranchTip): void {
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
