import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { explainFailure, stopped } from './failure.ts';
import type { Stats } from './fileSwap.ts';
import { type HeldLocks, takeLocks } from './lock.ts';
import { type Prepared, prepare, showPublished } from './prepare.ts';
import { keepsReflog, reflogLine } from './reflog.ts';
import type { Head } from './refs.ts';
import type { CommitRequest, PublishedCommit } from './repo.ts';
import { createSideFolder, type SideFolder } from './sideFolder.ts';
import { swapFiles } from './swapFiles.ts';
import { syncFolders } from './syncFolders.ts';
import { createUndo, type Undo } from './undo.ts';
import { requireHead, verify } from './verify.ts';
import type { Writer } from './writer.ts';

/** Makes each request one commit on top of `parent`, all or none. The numbers are the steps of DESIGN, "Writing". */
export async function publish(
  writer: Writer,
  parent: string | null,
  requests: readonly CommitRequest[],
): Promise<readonly PublishedCommit[]> {
  const head = requireHead(writer, parent);
  if (requests.length === 0) return [];
  const side = createSideFolder({ path: writer.sidePath, fs: writer.fs });
  const undo = createUndo();
  const here = { root: writer.location.root, fs: writer.fs, side, undo };
  let locks: HeldLocks | undefined;
  try {
    const prepared = await prepare(writer, { parent, requests, side }); // 2
    locks = await lockHead(writer, head); // 3
    const seen = verify(writer, head, prepared); // 4
    const { stats, touched } = swapFiles({ ...here, swaps: prepared.files, seen }); // 6
    await replaceIndex(writer, prepared, stats, undo); // 7
    writeReflogs(writer, head, prepared, undo); // 8
    await moveRef(writer, head, prepared, undo); // 9
    release(writer, locks); // 10
    writer.later(() => finish(writer, touched, side)); // 12
    return showPublished(prepared);
  } catch (error) {
    await takeBack(writer, { undo, locks, side });
    throw explainFailure(error, writer.stop);
  }
}

/** The file that is renamed over at the commit point: the branch, or HEAD itself when it is detached. */
const refPath = ({ location }: Writer, { ref }: Head): string =>
  ref === null ? join(location.gitDir, 'HEAD') : join(location.commonDir, ref);

async function lockHead(writer: Writer, head: Head): Promise<HeldLocks> {
  const { location, fs, lockText: text, lockTimeoutMs: timeoutMs } = writer;
  const own = ['index', 'HEAD'].map((name) => join(location.gitDir, `${name}.lock`));
  if (head.ref === null) return takeLocks({ fs, paths: own, text, timeoutMs });
  return takeLocks({ fs, paths: [...own, `${refPath(writer, head)}.lock`], text, timeoutMs });
}

async function replaceIndex(
  { index, location }: Writer,
  { files, side }: Prepared,
  stats: Stats,
  undo: Undo,
): Promise<void> {
  const changes = files.map(({ path, becomes }) => {
    const stat = stats.get(path);
    return { path: `${location.prefix}${path}`, entry: becomes && stat ? { ...becomes, stat } : null };
  });
  if (changes.length > 0) await index.replace(changes, side, undo);
}

function writeReflogs(writer: Writer, head: Head, { commits }: Prepared, undo: Undo): void {
  const { location, committer } = writer;
  const lines = commits.map(({ id, previous, request }) =>
    reflogLine({ before: previous, after: id, committer, at: request.at, message: request.message }),
  );
  const logs = [['HEAD', location.gitDir], ...(head.ref === null ? [] : [[head.ref, location.commonDir]])] as const;
  for (const [ref, folder] of logs)
    appendReflog(writer, ref!, { path: join(folder!, 'logs', ref!), text: lines.join(''), undo });
}

interface Append {
  readonly path: string;
  readonly text: string;
  readonly undo: Undo;
}

function appendReflog({ fs, location }: Writer, ref: string, { path, text, undo }: Append): void {
  const exists = existsSync(path);
  if (!keepsReflog(location.config.get('core.logallrefupdates'), ref, exists)) return;
  const size = exists ? statSync(path).size : 0;
  fs.makeFolder(dirname(path));
  undo.push(() => {
    if (existsSync(path)) exists ? fs.truncate(path, size) : fs.remove(path);
  });
  fs.append(path, text);
}

/** After the rename the commit stands and cannot be taken back; when it may not survive a power failure, nothing more is written. */
async function moveRef(writer: Writer, head: Head, { refFile }: Prepared, undo: Undo): Promise<void> {
  const path = refPath(writer, head);
  writer.fs.rename(refFile, path);
  undo.drop();
  try {
    await writer.fs.syncFolder(dirname(path));
  } catch (error) {
    writer.stop(error);
    throw stopped(error);
  }
}

/** The write is durable already: a lock that stays is a reason to stop, not to fail it. */
function release(writer: Writer, locks: HeldLocks): void {
  try {
    locks.release();
  } catch (error) {
    writer.stop(error);
  }
}

async function finish({ fs }: Writer, touched: ReadonlySet<string>, side: SideFolder): Promise<void> {
  await syncFolders(fs, touched);
  await side.clear();
}

interface Begun {
  readonly undo: Undo;
  readonly locks: HeldLocks | undefined;
  readonly side: SideFolder;
}

async function takeBack(writer: Writer, { undo, locks, side }: Begun): Promise<void> {
  try {
    undo.run();
  } finally {
    if (locks) release(writer, locks);
    await side.clear();
  }
}
