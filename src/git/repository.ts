/*
 * The door of git/: one repository that is read, written and watched. It knows paths, bytes and messages, and nothing of
 * content. Its rooms build on each other in this order: format, disk, objects, read, publish, history.
 */

import { notFound, unavailable } from '../model/errors.ts';
import { stopped } from './disk/failure.ts';
import type { ObjectStore } from './objects/objects.ts';
import { UnreadableObject } from './objects/unreadableObject.ts';
import { closeWriter, openWriter, type RepositoryOptions, type RepositoryState } from './openWriter.ts';
import { commitToBranch, moveBranch } from './publish/branch/branch.ts';
import type { BranchTip } from './publish/branch/branchTip.ts';
import { removeBranch } from './publish/branch/removeBranch.ts';
import { requireCommitted } from './publish/check/requireCommitted.ts';
import { findOperation, findUnderWay, type GitOperation } from './publish/check/underWay.ts';
import { requireNoOperation } from './publish/check/verify.ts';
import { createLostRefs, writeOwnRef } from './publish/head/writeOwnRef.ts';
import { withLockedHead } from './publish/locked.ts';
import { isTouched, noticeOthers } from './publish/noticeOthers.ts';
import type { StagedMoves } from './publish/preparePublish.ts';
import { moveHead, publishCommits, stageHeadMoves } from './publish/publishCommits.ts';
import { listUnfinished, refuseTwoFileSystems, startUp } from './publish/recover/startUp.ts';
import { listDamage } from './publish/reports.ts';
import type { BranchMove, CommitRequest, PublishedCommit } from './publish/request.ts';
import { discoverRepository } from './read/discover.ts';
import { createReadable, type ReadableRepository } from './read/readable.ts';
import { listRefs } from './read/ref/listRefs.ts';
import { createRefLists, type RefFolder } from './read/ref/refLists.ts';
import type { Repo } from './repo.ts';
import { beginUpkeep, tidyPacks } from './upkeep.ts';

/** A `Repo` whose home is a git repository. */
export interface GitRepository extends Repo, ReadableRepository {
  readonly objects: ObjectStore;
  /**
   * Looks at what others have done: repairs an index that was written back stale, keeps a commit of ours that has left
   * the branch, and brings `reports()` up to date. The search for files that git converts takes seconds where there are
   * many files, and goes on afterwards. Call it in turn with publishes, shortly after HEAD, a ref, the index or an
   * attributes file has changed.
   *
   * @throws CmsError SERVICE_UNAVAILABLE when HEAD cannot be read or another process holds git's locks
   */
  check(): Promise<void>;
  /** Whether opening it may have changed working files, because a write that was cut short had to be settled. */
  readonly hasRecovered: boolean;
  /**
   * Moves HEAD, the branch and all files through these steps, the first of which starts at `parent`; throws as `publish`
   * does. Incoming files are checked first: none is written through a link, into git's own folder or past a limit.
   */
  move(parent: string | null, moves: readonly BranchMove[], staged?: StagedMoves): Promise<readonly PublishedCommit[]>;
  /** Does the part of a move that can be done while others publish, which is the longest. Throws as `move` does. */
  stage(parent: string | null, moves: readonly BranchMove[]): Promise<StagedMoves>;
  /** Branches that nobody has checked out: writing one changes only objects and its ref. */
  readonly branches: GitBranches;
  /** Sets a ref below `refs/quire/`, durably. */
  keepRef(ref: string, commit: string): Promise<void>;
  /** Whether somebody else has moved HEAD or replaced the index since the last look: reads two small files. */
  isTouched(): boolean;
  /** The git operation that another process is running; null when there is none. */
  underWay(): Promise<string | null>;
  /** The merge, rebase or the like that somebody is in the middle of; undefined when there is none. */
  operation(): GitOperation | undefined;
}

/** Works on branches that are not checked out. Each change throws `BranchMoved` if the branch is at another commit than the caller knows. */
export interface GitBranches {
  /** All refs below a folder of refs, with their commits: for folders that hold few. */
  list(below: RefFolder): ReadonlyMap<string, string>;
  /** The same in slices, and the very same map as before while none of them has moved. */
  scan(below: RefFolder): Promise<ReadonlyMap<string, string>>;
  /**
   * Makes each request one commit on the branch, all or none, the first on top of `onto` or else of the branch's tip;
   * durable when it resolves.
   */
  commit(
    tip: BranchTip & { readonly onto?: string | null },
    requests: readonly CommitRequest[],
  ): Promise<readonly PublishedCommit[]>;
  /**
   * Moves the branch through these steps, the first of which starts at `onto`, or else at the branch's tip; returns its
   * new tip.
   */
  move(tip: BranchTip & { readonly onto?: string | null }, moves: readonly BranchMove[]): Promise<string>;
  remove(tip: BranchTip): Promise<void>;
}

/**
 * Opens the repository that the content folder is in. Unless it is read-only, settles a write that a Quire that died
 * has begun, and removes its leftovers. No other Quire may be writing to it.
 *
 * @throws CmsError NOT_FOUND where there is no repository; SERVICE_UNAVAILABLE when it is of a kind that cannot be written
 */
export async function createRepository(options: RepositoryOptions): Promise<GitRepository> {
  const location = discoverRepository(options.contentDir);
  if (!location) throw notFound('A git repository at the content folder');
  refuseTwoFileSystems(location);
  const opened = openWriter(options, location);
  const { writer, upkeep } = opened;
  const hasRecovered = await startUp(writer);
  beginUpkeep(upkeep, writer);
  return {
    ...createReadable(writer),
    ...publishing(opened),
    ...lookingAt(opened),
    objects: writer.objects,
    hasRecovered,
    branches: branchesOf(opened),
    keepRef: (ref, commit) => writeOwnRef(writer, ref, commit),
    holdHead: (work) => withLockedHead(writer, work),
    close: () => closeWriter(opened),
  };
}

type PublishMethods = Pick<GitRepository, 'publish' | 'place' | 'move' | 'stage'>;

function publishing(opened: RepositoryState): PublishMethods {
  const { writer } = opened;
  const place: PublishMethods['place'] = (parent, requests) =>
    runHeadMove(opened, () => publishCommits(writer, parent, requests));
  return {
    place,
    async publish(parent, requests) {
      const commits = await place(parent, requests);
      await commits.at(-1)?.durable;
      return commits;
    },
    move: (parent, moves, staged) => runHeadMove(opened, () => moveHead(writer, parent, moves, staged)),
    async stage(parent, moves) {
      requireWritable(opened);
      requireNoOperation(writer.location.gitDir);
      return stageHeadMoves(writer, parent, moves).catch((error) => refuseUnreadableCommit(error, writer.objects));
    },
  };
}

const branchesOf = (opened: RepositoryState): GitBranches => ({
  list: (below) => listRefs(opened.writer.location.commonDir, below),
  scan: createRefLists(opened.writer.location.commonDir).list,
  commit: (tip, requests) => changing(opened, () => commitToBranch(opened.writer, tip, requests)),
  move: (tip, moves) => changing(opened, () => moveBranch(opened.writer, tip, moves)),
  remove: (tip) => changing(opened, () => removeBranch(opened.writer, tip)),
});

type LookingAt = Pick<
  GitRepository,
  'check' | 'isTouched' | 'operation' | 'requireNoOperation' | 'requireCommitted' | 'underWay' | 'reports'
>;

function lookingAt({ writer, upkeep, failure }: RepositoryState): LookingAt {
  const { location, objects, index, sidePath, readOnly, reports } = writer;
  const listLost = createLostRefs(location.commonDir);
  return {
    async check() {
      if (failure.reason === undefined) await noticeOthers(writer);
      upkeep.converted.add(upkeep.lookForConversions);
    },
    isTouched: () => isTouched(writer),
    operation: () => findOperation(location.gitDir),
    requireNoOperation: () => requireNoOperation(location.gitDir),
    async requireCommitted(commit, files) {
      requireNoOperation(location.gitDir);
      await requireCommitted({ location, objects, commit, index: index.peek(), files });
    },
    underWay: () => findUnderWay(location.gitDir, writer.lockText),
    reports: () => [
      ...reports.list(),
      ...listLost(),
      ...listDamage(objects),
      ...(readOnly ? listUnfinished(sidePath) : []),
    ],
  };
}

/** Runs work that moves HEAD. */
async function runHeadMove<T>(opened: RepositoryState, place: () => Promise<T>): Promise<T> {
  const { location, readOnly } = opened.writer;
  // Checked before HEAD is read: a rebase moves it all the time.
  if (!readOnly && opened.failure.reason === undefined) requireNoOperation(location.gitDir);
  return changing(opened, place);
}

async function changing<T>(opened: RepositoryState, change: () => Promise<T>): Promise<T> {
  requireWritable(opened);
  const changed = await change().catch((error) => refuseUnreadableCommit(error, opened.writer.objects));
  tidyPacks(opened.upkeep, opened.writer);
  return changed;
}

function requireWritable({ writer, failure }: RepositoryState): void {
  if (writer.readOnly) throw unavailable('The content is read-only: Quire was started with READ_ONLY', 3600);
  if (failure.reason !== undefined) throw stopped(failure.reason);
}

/** The commit to write on top of cannot be read: this is no bug of ours, and nothing has changed. */
function refuseUnreadableCommit(error: unknown, { miss }: Pick<ObjectStore, 'miss'>): never {
  if (!(error instanceof UnreadableObject)) throw error;
  miss(error);
  throw unavailable(
    `Nothing can be written on top of the present commit: ${error.message} (run git fsck --full for details)`,
    60,
  );
}
