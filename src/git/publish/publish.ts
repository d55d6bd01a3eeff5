/*
 * The room of publishing: it turns the changes that somebody has decided on into commits, as DESIGN says under "Writing".
 * A publish happens as a whole or not at all, whatever fails or dies on the way, and what it reports as durable stays. It
 * overwrites nobody's uncommitted work and respects git's own locks.
 */

import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allSettled } from '../../lib/turn/allSettled.ts';
import { explainFailure, stopped } from '../disk/failure.ts';
import type { Stats } from '../disk/fileSwap.ts';
import { createSideFolder } from '../disk/sideFolder.ts';
import { swapFiles } from '../disk/swapFiles.ts';
import { foldersOf, syncAll } from '../disk/syncNames.ts';
import { createUndo, type Undo } from '../disk/undo.ts';
import { keepsReflog, reflogLine } from '../format/reflog.ts';
import { wholeTree } from '../read/discover.ts';
import type { Head } from '../read/refs.ts';
import { noticeHead } from './head/headWatch.ts';
import { DETACHED_REF, keepRef } from './head/keepRef.ts';
import { readSoundIndex } from './index/indexRebuild.ts';
import { repairIndex } from './index/repairIndex.ts';
import { withdrawJournal } from './journal.ts';
import { linkEntries, placeLinks } from './links.ts';
import { locked, refPath } from './locked.ts';
import { buildMoves } from './move.ts';
import {
  type Built,
  buildCommits,
  indexChanges,
  type Prepared,
  prepare,
  type StagedMoves,
  showPublished,
} from './prepare.ts';
import type { CommitRequest, Move, Placed } from './request.ts';
import { stageMoves } from './stageMoves.ts';
import { requireHead, verifyHead, verifyTargets } from './verify.ts';
import type { Writer } from './writer.ts';

/** Makes each request one commit on top of `parent`, all or none. */
export const publish = (writer: Writer, parent: string | null, requests: readonly CommitRequest[]): Promise<Placed> =>
  publishBuilt(writer, parent, {
    isNothing: requests.length === 0,
    build: () => buildCommits(writer, parent, requests),
  });

/**
 * Moves HEAD over these steps, the first of which goes on from `parent`: as a publish, all or none, wherever in the
 * repository the files stand.
 */
export const move = (
  writer: Writer,
  parent: string | null,
  moves: readonly Move[],
  staged?: StagedMoves,
): Promise<Placed> => {
  const whole = withWholeTree(writer);
  return publishBuilt(writer, parent, {
    isNothing: moves.length === 0,
    build: () => buildMoves(whole, parent, moves, staged),
    placesWith: whole,
    staged,
  });
};

/** Does for such a move what can be done while others publish. */
export const stage = (writer: Writer, parent: string | null, moves: readonly Move[]): Promise<StagedMoves> =>
  stageMoves(withWholeTree(writer), parent, moves);

const withWholeTree = (writer: Writer): Writer => ({ ...writer, location: wholeTree(writer.location) });

interface Publication {
  readonly isNothing: boolean;
  build(): Promise<Built>;
  /** Whose location the paths of what is built are in; the writer's unless given. */
  readonly placesWith?: Writer;
  readonly staged?: StagedMoves | undefined;
}

/** The numbers are the steps of DESIGN, "Writing". */
async function publishBuilt(
  writer: Writer,
  parent: string | null,
  { isNothing, build, placesWith = writer, staged }: Publication,
): Promise<Placed> {
  const head = requireHead(writer, parent);
  if (isNothing) return { commits: [], durable: Promise.resolve() };
  const noticed = noticeHead(writer, head);
  noticed.catch(() => undefined);
  const side = createSideFolder({ path: writer.sidePath, fs: writer.fs });
  try {
    const prepared = await prepare(placesWith, { head, built: await build(), side, staged }); // 2, 5
    writer.onStep(2);
    const journal = { isNeeded: false };
    try {
      await noticed;
      const placement = { head, prepared, journal, placesWith };
      const touched = await locked(writer, head, () => putInPlace(writer, placement)); // 3, 4, 6 to 10
      const durable = syncRef(writer, head); // 9
      // Whoever waits for it is told.
      durable.catch(() => undefined);
      remember(writer, head, { prepared, placesWith });
      writer.later(() => durable.then(() => finish(writer, { head, prepared, touched }))); // 12
      return { commits: showPublished(prepared), durable };
    } catch (error) {
      if (!journal.isNeeded) await withdrawJournal(writer);
      await prepared.objects.release();
      throw error;
    }
  } catch (error) {
    // Whatever has failed: nothing of this goes on behind the next write.
    await allSettled([noticed.catch(() => undefined), side.clear()]);
    throw explainFailure(error, writer.stop);
  }
}

interface Placement {
  readonly head: Head;
  readonly prepared: Prepared;
  /** Whether recovery would have something to do. */
  readonly journal: { isNeeded: boolean };
  readonly placesWith: Writer;
}

/** Puts everything in its place, or nothing. Gives the folders whose names have changed. */
async function putInPlace(
  writer: Writer,
  { head, prepared, journal, placesWith }: Placement,
): Promise<ReadonlySet<string>> {
  const { fs, onStep } = writer;
  const { location } = placesWith;
  const { files, side, refFile } = prepared;
  verifyHead(writer, head); // 4
  await repairIndex(writer, head.commit);
  const seen = await verifyTargets(placesWith, await readSoundIndex(writer, head.commit), prepared);
  onStep(4);
  const undo = createUndo();
  journal.isNeeded = true;
  try {
    const { stats, touched } = await swapFiles({ root: location.root, fs, side, undo, swaps: files, seen }); // 6
    const linked = placeLinks(writer, prepared.links, { root: location.root, side, undo });
    onStep(6);
    await replaceIndex(placesWith, prepared, { files: stats, links: linked }, undo); // 7
    onStep(7);
    writeReflogs(writer, head, prepared, undo); // 8
    onStep(8);
    moveRef(writer, head, { side, refFile }); // 9
    onStep(9);
    return new Set([...touched, ...prepared.links.map(({ path }) => dirname(join(location.root, path)))]);
  } catch (error) {
    // Where something cannot be taken back the journal stays, and the next write begins with its recovery.
    undo.run();
    await syncAll(fs, [location.gitDir, ...foldersOf(location.root, files)]);
    journal.isNeeded = false;
    throw error;
  }
}

/**
 * The ref's old file keeps a name until the side folder is cleared: giving back its blocks can take a hundred
 * milliseconds where the disk is told of it at once (ext4 without a journal, mounted with `discard`).
 */
function moveRef(writer: Writer, head: Head, { side, refFile }: Pick<Prepared, 'side' | 'refFile'>): void {
  const { fs } = writer;
  const path = refPath(writer, head);
  if (existsSync(path)) fs.link(path, side.newPath('old'));
  fs.rename(refFile, path);
}

async function replaceIndex(
  { index, location }: Writer,
  { files, links, side, index: prepared }: Prepared,
  stats: Readonly<Record<'files' | 'links', Stats>>,
  undo: Undo,
): Promise<void> {
  const changes = [...indexChanges(location.prefix, files, stats.files), ...linkEntries(links, stats.links)];
  if (changes.length > 0) await index.replace(changes, { side, undo, prepared });
}

function writeReflogs(writer: Writer, head: Head, { commits }: Prepared, undo: Undo): void {
  const { location, committer } = writer;
  const lines = commits.map(({ id, previous, at, message, action }) =>
    reflogLine({ before: previous, after: id, committer, at, message, action }),
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
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (!keepsReflog(location.config.get('core.logallrefupdates'), ref, size !== undefined)) return;
  if (size === undefined) fs.makeFolder(dirname(path));
  undo.push(() => {
    if (existsSync(path)) size === undefined ? fs.remove(path) : fs.truncate(path, size);
  });
  fs.append(path, text);
}

/**
 * Makes the move of the ref durable, when the locks are free again: git itself never does it, and nobody else waits for
 * the disk. The commit stands and cannot be taken back; when it may not survive a power failure, nothing more is written.
 */
async function syncRef(writer: Writer, head: Head): Promise<void> {
  try {
    await writer.syncNames([dirname(refPath(writer, head))]);
  } catch (error) {
    writer.stop(error);
    throw stopped(error);
  }
}

interface Moved {
  readonly prepared: Prepared;
  readonly placesWith: Writer;
}

function remember({ seen, own, location }: Writer, { ref }: Head, { prepared, placesWith }: Moved): void {
  const { tip, files, commits } = prepared;
  seen.head = { ref, commit: tip };
  // A commit that others have made stays theirs.
  if (commits.at(-1)!.action !== 'pull') seen.own.set(ref, { commit: tip, heldBy: tip });
  const prefix = location.prefix.slice(placesWith.location.prefix.length);
  const inContent = files.filter(({ path }) => path.startsWith(prefix));
  own.record(prefix === '' ? files : inContent.map((file) => ({ ...file, path: file.path.slice(prefix.length) })));
}

interface Finish {
  readonly head: Head;
  readonly prepared: Prepared;
  readonly touched: ReadonlySet<string>;
}

/** Off the request: the index and the new names of the working files become durable. The next write waits for that. */
async function finish(writer: Writer, { head, prepared, touched }: Finish): Promise<void> {
  const { fs, location } = writer;
  writer.index.copyAhead();
  await syncAll(fs, [...touched, location.gitDir, join(location.gitDir, 'index')]);
  if (head.ref === null) await keepRef(writer, DETACHED_REF, prepared.tip);
  await withdrawJournal(writer);
  writer.clearing(() => clear(writer, prepared));
}

/** Nothing is left behind; nobody waits for that. */
async function clear(writer: Writer, { objects, side }: Prepared): Promise<void> {
  await objects.release();
  await side.clear();
  writer.onStep(12);
}
