import { conflict, unavailable } from '../../../model/errors.ts';
import { because, fileInTheWay } from '../../../model/reason.ts';
import { checkWorkingFiles } from '../../disk/checkWorkingFiles.ts';
import type { Stats } from '../../disk/fileSwap.ts';
import { findInIndex, pathsBelow } from '../../format/index/indexEntries.ts';
import type { GitIndex } from '../../format/index/indexLayout.ts';
import { branchName, type Head, readHead } from '../../read/ref/refs.ts';
import type { EntryDiff } from '../../read/treeDiff.ts';
import { behindMessage } from '../head/headWatch.ts';
import { leavingOf, requireLinks, requireStaged } from '../move/links.ts';
import type { PreparedPublish } from '../preparePublish.ts';
import { HeadMoved } from '../request.ts';
import type { PreparedFile } from '../treeEdit.ts';
import type { GitWriter } from '../writer.ts';
import { findOperation } from './underWay.ts';

/**
 * Requires HEAD to be `parent`, on the branch that may be written, and returns it.
 *
 * @throws HeadMoved when it is not `parent`
 * @throws CmsError SERVICE_UNAVAILABLE naming both branches when another one is checked out
 */
export function requireHeadAt({ location, branch }: GitWriter, parent: string | null): Head {
  const head = readHead(location);
  const present = head.ref === null ? 'a detached HEAD' : `the branch ${branchName(head.ref)}`;
  if (branch !== undefined && head.ref !== `refs/heads/${branch}`) {
    throw unavailable(
      `Quire writes to the branch ${branch} only, but the content repository has ${present} checked out`,
      60,
    );
  }
  if (head.commit !== parent) throw new HeadMoved(head.commit);
  return head;
}

/** Step 4, under the locks: HEAD is what the publish was prepared for, and no operation is under way. */
export function verifyHead(writer: GitWriter, head: Head): void {
  const now = requireHeadAt(writer, head.commit);
  if (now.ref !== head.ref) throw new HeadMoved(now.commit);
  requireNoOperation(writer.location.gitDir);
}

/** The rest of step 4: nothing that was prepared is gone, and no target holds somebody's work. Returns the working files' stats. */
export async function verifyTargets(writer: GitWriter, index: GitIndex, prepared: PreparedPublish): Promise<Stats> {
  requireObjects(prepared);
  const behind = prepared.files.find(({ path }) => writer.seen.behind.has(path));
  if (behind) throw conflict(because('uncommitted', behindMessage(behind.path), { path: behind.path }), [behind.path]);
  const leaving = new Set(
    [...prepared.files, ...prepared.closed].filter(({ after }) => after === null).map(({ path }) => path),
  );
  for (const file of prepared.files) requireIndexEntry(index, writer.location.prefix, file, leaving);
  for (const closed of prepared.closed) requireClosedEntry(index, closed, leaving);
  requireLinks(writer.location.root, index, prepared.links, leavingOf(prepared.files));
  const { files: swaps, ahead } = prepared;
  return checkWorkingFiles({ root: writer.location.root, swaps, ahead, adopts: writer.adopts });
}

/** @throws CmsError SERVICE_UNAVAILABLE while somebody's merge or rebase is under way */
export function requireNoOperation(gitDir: string): void {
  const found = findOperation(gitDir);
  if (found) throw unavailable(`${found.name} is under way in the content repository: finish it with ${found.end}`, 30);
}

/** Git may have pruned an object that existed before, unreachable, since it was written again. */
function requireObjects({ objects }: PreparedPublish): void {
  if (!objects.areThere())
    throw unavailable(
      'Git has removed objects of this write while it was in progress (git gc --prune=now): try again',
      1,
    );
}

function requireIndexEntry(index: GitIndex, prefix: string, file: PreparedFile, leaving: ReadonlySet<string>): void {
  const { path, was, becomes } = file;
  const entries = findInIndex(index, `${prefix}${path}`);
  const isAsIn = (target: typeof was): boolean =>
    target === null
      ? entries.length === 0
      : entries.length === 1 &&
        entries[0]!.stage === 0 &&
        !entries[0]!.isIntent &&
        entries[0]!.id === target.id &&
        entries[0]!.mode === target.mode;
  if (!isAsIn(was))
    throw conflict(because('uncommitted', `${path} has staged changes that are not committed`, { path }), [path]);
  if (becomes !== null && was === null) requireIndexRoom(index, prefix, path, leaving);
}

function requireClosedEntry(index: GitIndex, { path, before, after }: EntryDiff, leaving: ReadonlySet<string>): void {
  requireStaged(index, path, before);
  if (after !== null && before === null) requireIndexRoom(index, '', path, leaving);
}

/** An index must not hold both a file and a path below it. */
function requireIndexRoom(index: GitIndex, prefix: string, path: string, leaving: ReadonlySet<string>): void {
  const names = path.split('/');
  const above = names.slice(1).map((_, depth) => names.slice(0, depth + 1).join('/'));
  const below = pathsBelow(index, `${prefix}${path}`).map((full) => full.slice(prefix.length));
  const inTheWay = [...above.filter((folder) => findInIndex(index, `${prefix}${folder}`).length > 0), ...below];
  const staying = inTheWay.find((other) => !leaving.has(other));
  if (staying !== undefined)
    throw conflict(fileInTheWay(staying, `${staying} is staged and is in the way of ${path}`), [path]);
}
