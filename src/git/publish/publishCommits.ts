/*
 * The room of publishing: it turns decided changes into commits, as DESIGN says under "Writing". A publish happens as a
 * whole or not at all, whatever fails or dies on the way, and what it reports as durable stays. It overwrites nobody's
 * uncommitted work and respects git's own locks.
 */

import { dirname, join } from 'node:path';
import { allSettled } from '../../lib/turn/allSettled.ts';
import { explainFailure, stopped } from '../disk/failure.ts';
import { createSideFolder } from '../disk/sideFolder.ts';
import { syncAll } from '../disk/syncNames.ts';
import { wholeTree } from '../read/discover.ts';
import type { Head } from '../read/ref/refs.ts';
import { type BuiltCommits, buildCommits, listPublishedCommits } from './buildCommits.ts';
import { requireHeadAt } from './check/verify.ts';
import { noticeHead } from './head/headWatch.ts';
import { DETACHED_REF, writeOwnRef } from './head/writeOwnRef.ts';
import { locked, refPath } from './locked.ts';
import { buildMoves } from './move/move.ts';
import { stageMoves } from './move/stageMoves.ts';
import { type PreparedPublish, preparePublish, type StagedMoves } from './preparePublish.ts';
import { putInPlace } from './putInPlace.ts';
import { withdrawJournal } from './recover/journal.ts';
import type { BranchMove, CommitRequest, PublishedCommit } from './request.ts';
import type { GitWriter } from './writer.ts';

/** Makes each request one commit on top of `parent`, all or none. */
export const publishCommits = (
  writer: GitWriter,
  parent: string | null,
  requests: readonly CommitRequest[],
): Promise<readonly PublishedCommit[]> =>
  publishBuilt(writer, parent, {
    isNothing: requests.length === 0,
    build: () => buildCommits(writer, parent, requests),
  });

/**
 * Moves HEAD through these steps, the first of which starts at `parent`: as a publish, all or none, but for files
 * anywhere in the repository.
 */
export const moveHead = (
  writer: GitWriter,
  parent: string | null,
  moves: readonly BranchMove[],
  staged?: StagedMoves,
): Promise<readonly PublishedCommit[]> => {
  const whole = withWholeTree(writer);
  return publishBuilt(writer, parent, {
    isNothing: moves.length === 0,
    build: () => buildMoves(whole, parent, moves, staged),
    placesWith: whole,
    staged,
  });
};

/** Does the part of such a move that can be done while others publish. */
export const stageHeadMoves = (
  writer: GitWriter,
  parent: string | null,
  moves: readonly BranchMove[],
): Promise<StagedMoves> => stageMoves(withWholeTree(writer), parent, moves);

const withWholeTree = (writer: GitWriter): GitWriter => ({ ...writer, location: wholeTree(writer.location) });

interface Publication {
  readonly isNothing: boolean;
  build(): Promise<BuiltCommits>;
  /** The writer whose location the built paths are relative to; `writer` by default. */
  readonly placesWith?: GitWriter;
  readonly staged?: StagedMoves | undefined;
}

/** The numbers are the steps of DESIGN, "Writing". */
async function publishBuilt(
  writer: GitWriter,
  parent: string | null,
  { isNothing, build, placesWith = writer, staged }: Publication,
): Promise<readonly PublishedCommit[]> {
  const head = requireHeadAt(writer, parent);
  if (isNothing) return [];
  const noticed = noticeHead(writer, head);
  noticed.catch(() => undefined);
  const side = createSideFolder({ path: writer.sidePath, fs: writer.fs });
  try {
    const prepared = await preparePublish(placesWith, { head, built: await build(), side, staged }); // 2, 5
    writer.onStep(2);
    const journal = { isNeeded: false };
    try {
      await noticed;
      const placement = { head, prepared, journal, placesWith };
      const touched = await locked(writer, head, () => putInPlace(writer, placement)); // 3, 4, 6 to 10
      const durable = syncRef(writer, head); // 9
      // Its callers get the error.
      durable.catch(() => undefined);
      recordPublish(writer, head, { prepared, placesWith });
      writer.later(() => durable.then(() => finish(writer, { head, prepared, touched }))); // 12
      return listPublishedCommits(prepared, durable);
    } catch (error) {
      if (!journal.isNeeded) await withdrawJournal(writer);
      await prepared.objects.release();
      throw error;
    }
  } catch (error) {
    // Whatever has failed, no part of this write goes on while the next one runs.
    await allSettled([noticed.catch(() => undefined), side.clear()]);
    throw explainFailure(error, writer.stop);
  }
}

/**
 * Makes the move of the ref durable after the locks are released: git itself never does that, and so nobody else waits
 * for the disk. The commit can no longer be taken back; if it may not survive a power failure, nothing more is written.
 */
async function syncRef(writer: GitWriter, head: Head): Promise<void> {
  try {
    await writer.syncNames([dirname(refPath(writer, head))]);
  } catch (error) {
    writer.stop(error);
    throw stopped(error);
  }
}

interface PublishOutcome {
  readonly prepared: PreparedPublish;
  readonly placesWith: GitWriter;
}

function recordPublish(
  { seen, own, location, onMove }: GitWriter,
  { ref }: Head,
  { prepared, placesWith }: PublishOutcome,
): void {
  const { tip, files, commits, closed } = prepared;
  seen.head = { ref, commit: tip };
  if (closed.length > 0) onMove(tip);
  // A commit that others have made is not ours.
  if (commits.at(-1)!.action !== 'pull') seen.own.set(ref, { commit: tip, heldBy: tip });
  const prefix = location.prefix.slice(placesWith.location.prefix.length);
  const inContent = files.filter(({ path }) => path.startsWith(prefix));
  own.record(prefix === '' ? files : inContent.map((file) => ({ ...file, path: file.path.slice(prefix.length) })));
}

interface Finish {
  readonly head: Head;
  readonly prepared: PreparedPublish;
  readonly touched: ReadonlySet<string>;
}

/** Makes the index and the new names of the working files durable, off the request. The next write waits for that. */
async function finish(writer: GitWriter, { head, prepared, touched }: Finish): Promise<void> {
  const { fs, location } = writer;
  writer.index.copyAhead();
  await syncAll(fs, [...touched, location.gitDir, join(location.gitDir, 'index')]);
  if (head.ref === null) await writeOwnRef(writer, DETACHED_REF, prepared.tip);
  await withdrawJournal(writer);
  writer.clearing(() => clear(writer, prepared));
}

/** Removes the leftovers in the background. */
async function clear(writer: GitWriter, { objects, side }: PreparedPublish): Promise<void> {
  await objects.release();
  await side.clear();
  writer.onStep(12);
}
