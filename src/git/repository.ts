/*
 * The door of git/: one repository that is read, written and watched. It knows paths, bytes and messages, and nothing of
 * content. Its rooms stand on each other in this order: format, disk, objects, read, publish, history.
 */

import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { lazily } from '../lib/list/lazily.ts';
import { notFound, unavailable } from '../model/errors.ts';
import { type DurableFs, durableFs } from './disk/durableFs.ts';
import { stopped } from './disk/failure.ts';
import { createLockFile, lockText } from './disk/lock.ts';
import { createSyncNames } from './disk/syncNames.ts';
import { type Person, QUIRE } from './format/commit.ts';
import { type Seals, UNSEALED } from './format/seals.ts';
import { consolidatePacks, type PassedOver } from './objects/consolidatePacks.ts';
import { createMergeThread } from './objects/mergeThread.ts';
import { createObjectStore, type ObjectStore } from './objects/objects.ts';
import { removeContainedPacks, removeHeadlessPacks } from './objects/sweepPacks.ts';
import { sweepTemporaryObjects } from './objects/temporaryObjects.ts';
import { UnreadableObject } from './objects/unreadableObject.ts';
import { type BranchTip, commitToBranch, moveBranch, removeBranch } from './publish/branch.ts';
import { createChain } from './publish/chain.ts';
import { createLostRefs, keepRef } from './publish/head/keepRef.ts';
import { createOwnCommits } from './publish/head/ownCommits.ts';
import { createIndexCopy } from './publish/index/indexCopy.ts';
import { createIndexStore } from './publish/index/indexStore.ts';
import { holdHead } from './publish/locked.ts';
import { isTouched, noticeOthers } from './publish/noticeOthers.ts';
import { createOwnWrites } from './publish/ownWrites.ts';
import type { StagedMoves } from './publish/prepare.ts';
import { move, publish, stage } from './publish/publish.ts';
import { createRefusedWatch } from './publish/refusedPaths.ts';
import { createReports, listDamage, listPassedOver, type RepoReportCode } from './publish/reports.ts';
import type { CommitRequest, Move, Placed } from './publish/request.ts';
import { requireCommitted } from './publish/requireCommitted.ts';
import { createConversionWatch } from './publish/requireUnconverted.ts';
import { listUnfinished, refuseTwoFileSystems, startUp } from './publish/startUp.ts';
import { findOperation, findUnderWay, type Operation } from './publish/underWay.ts';
import { requireNoOperation } from './publish/verify.ts';
import type { Rule, Writer } from './publish/writer.ts';
import { createConversionCheck } from './read/conversion.ts';
import { discoverRepository } from './read/discover.ts';
import { listRefs } from './read/listRefs.ts';
import { createReadable, type ReadableRepository } from './read/readable.ts';
import type { Repo } from './repo.ts';

/** A `Repo` whose home is a git repository. */
export interface GitRepository extends Repo, ReadableRepository {
  readonly objects: ObjectStore;
  /**
   * Looks what others have done: repairs an index that was written back stale, keeps a commit of ours that has left the
   * branch, and brings `reports()` up to date; that all files are looked at for conversions by git, which takes seconds
   * where there are many, goes on afterwards. Call it in turn with publishes, shortly after HEAD, a ref, the index or an
   * attributes file has changed.
   *
   * @throws CmsError SERVICE_UNAVAILABLE when HEAD cannot be read or another process holds git's locks
   */
  check(): Promise<void>;
  /** Whether opening it may have changed working files: a write that was cut short had to be brought to its end. */
  readonly hasRecovered: boolean;
  /**
   * Moves HEAD, the branch and all files over these steps, the first of which goes on from `parent`; throws as `publish`
   * does. What comes in is looked at first: nothing is put through a link, into git's own folder or past a limit.
   */
  move(parent: string | null, moves: readonly Move[], staged?: StagedMoves): Promise<Placed>;
  /** Does for a move what can be done while others publish: the longest part of it. Throws as `move` does. */
  stage(parent: string | null, moves: readonly Move[]): Promise<StagedMoves>;
  /** Branches that nobody has checked out: they are written by objects and the ref alone. */
  readonly branches: Branches;
  /** Sets a ref below `refs/quire/`, durably. */
  keepRef(ref: string, commit: string): Promise<void>;
  /** Whether somebody else has moved HEAD or replaced the index since that was last looked at: reads two small files. */
  isTouched(): boolean;
  /** What somebody else's git is in the middle of; null when nothing is. */
  underWay(): Promise<string | null>;
  /** The merge, rebase or the like that somebody is in the middle of; undefined when there is none. */
  operation(): Operation | undefined;
}

/** What is done to a branch that is not checked out. Each throws `BranchMoved` where it holds another commit than is known. */
export interface Branches {
  /** All refs below a folder of refs, with their commits. */
  list(below: `refs/${string}/`): ReadonlyMap<string, string>;
  /** Makes each request one commit on the branch, all or none; gives its new commit, durable when it resolves. */
  commit(tip: BranchTip, requests: readonly CommitRequest[]): Promise<string>;
  /** Moves the branch over these steps, the first of which goes on from `onto` or what the branch holds. */
  move(tip: BranchTip & { readonly onto?: string | null }, moves: readonly Move[]): Promise<string>;
  remove(tip: BranchTip): Promise<void>;
}

export interface RepositoryOptions {
  readonly contentDir: string;
  /** The only branch that may be written. */
  readonly branch?: string | undefined;
  readonly fs?: DurableFs;
  readonly committer?: Person;
  /** Seals our commits; without it they look like anybody's. */
  readonly seals?: Seals;
  /** Takes files that already hold the bytes to be written as they are: for the first commit of existing files. */
  readonly adopts?: boolean;
  /** How long a publish waits for another process's locks. */
  readonly lockTimeoutMs?: number;
  /** More packs than this are consolidated. */
  readonly maxPacks?: number;
  /** Remembers our last commits here, so that one taken out of its branch while no Quire ran is noticed. */
  readonly ownCommitsFile?: string;
  /** What looks through the whole repository begins when this resolves. */
  readonly quiet?: Promise<void>;
  /** An index file of at least this many bytes is copied ahead of the next write. */
  readonly copiesIndexFrom?: number;
  /** Writes nothing to the repository, nor removes or mends anything there: what a write has begun stays as it is. */
  readonly readOnly?: boolean;
  /** Leaves these out, to show what they are good for. */
  readonly without?: readonly Rule[];
  /** Told of each numbered step of DESIGN, "Writing", when it is done. */
  onStep?(step: number): void;
}

/** As many as git itself lets stand (gc.autoPackLimit is 50). */
const MAX_PACKS = 40;

/**
 * Opens the repository that the content folder is in, brings to its end what a Quire that died has begun, and
 * removes what it has left, unless it is opened to be read only. No other Quire may be writing to it.
 *
 * @throws CmsError NOT_FOUND where there is no repository; SERVICE_UNAVAILABLE when it is of a kind that cannot be written
 */
export async function createRepository(options: RepositoryOptions): Promise<GitRepository> {
  const { contentDir, fs = durableFs, readOnly = false } = options;
  const without = new Set(options.without);
  const location = discoverRepository(contentDir);
  if (!location) throw notFound('A git repository at the content folder');
  const sidePath = join(location.gitDir, 'quire');
  refuseTwoFileSystems(location);
  const objects = createObjectStore({ commonDir: location.commonDir, fs });
  const reports = createReports();
  const listLost = createLostRefs(location.commonDir);
  const text = lockText(crypto.randomUUID());
  let failure: unknown;
  const stop = (reason: unknown): void => {
    failure ??= reason ?? 'stopped';
  };
  const finishing = createChain(stop);
  const clearing = createChain(stop);
  const reporting = (code: RepoReportCode, what: string) =>
    createChain((error) => reports.set(code, [{ code, message: `${what}: ${String(error)}` }]), options.quiet);
  const tidying = reporting('PACKS', "The repository's objects cannot be put in order");
  const converted = reporting('CONVERTED', 'Whether git converts files of the content could not be found out');
  const refused = reporting(
    'REFUSED_PATH',
    'Whether the present commit holds what is never read could not be found out',
  );
  const lookForRefused = createRefusedWatch({ location, objects, reports });
  const copy = createIndexCopy({ fs, sidePath, fromBytes: options.copiesIndexFrom ?? 128 * 1024 });
  const writer: Writer = {
    location,
    fs,
    objects,
    sidePath,
    reports,
    syncNames: createSyncNames(fs, [location.gitDir, location.commonDir]),
    stop,
    index: createIndexStore({ gitDir: location.gitDir, sidePath, fs, copy, smudges: !without.has('smudge') }),
    committer: options.committer ?? QUIRE,
    seals: options.seals ?? UNSEALED,
    branch: options.branch || undefined,
    readOnly,
    adopts: options.adopts ?? false,
    lockTimeoutMs: options.lockTimeoutMs ?? 5000,
    lockText: text,
    lockFile: createLockFile({ fs, sidePath, text }),
    pace: { freeUntil: 0 },
    hold: { isHeld: false },
    conversion: createConversionCheck(location),
    own: createOwnWrites(),
    seen: { head: { ref: null, commit: null }, own: createOwnCommits(options.ownCommitsFile), behind: new Map() },
    without,
    onStep: options.onStep ?? (() => undefined),
    onMove: (commit) => refused.add(() => lookForRefused(commit)),
    later: (work) => finishing.add(() => turn().then(work)),
    settled: finishing.done,
    clearing: clearing.add,
  };
  const hasRecovered = await startUp(writer);
  const { commonDir } = location;
  const { maxPacks = MAX_PACKS } = options;
  const mergeThread = createMergeThread();
  const passedOver: PassedOver = new Map();
  if (!readOnly) {
    tidying.add(() => sweepTemporaryObjects(fs, join(commonDir, 'objects')));
    tidying.add(() => removeHeadlessPacks(fs, commonDir));
  }
  /** Only a process that died leaves such. */
  const withoutContained = lazily(() => removeContainedPacks({ fs, commonDir, objects, maxPacks }));
  const lookForConversions = createConversionWatch(writer);
  converted.add(lookForConversions);
  refused.add(() => lookForRefused(writer.seen.head.commit));

  /** Off the queue: whatever is packed anew stays where it is until the new pack stands. */
  function tidy(): void {
    const { lockFile } = writer;
    if (objects.packCount() <= maxPacks) return;
    tidying.add(withoutContained);
    tidying.add(async () => {
      await consolidatePacks({ fs, commonDir, objects, lockFile, mergeThread, maxPacks, passedOver });
      reports.set('PACKS', listPassedOver(passedOver.keys()));
    });
  }

  function requireWritable(): void {
    if (readOnly) throw unavailable('The content is read-only: Quire was started with READ_ONLY', 3600);
    if (failure !== undefined) throw stopped(failure);
  }

  async function changing<T>(publishing: () => Promise<T>): Promise<T> {
    requireWritable();
    const placed = await publishing().catch((error) => refuseUnreadable(error, objects));
    tidy();
    return placed;
  }

  /** What moves HEAD. */
  async function placing(publishing: () => Promise<Placed>): Promise<Placed> {
    // Before HEAD is looked at: a rebase moves it all the time.
    if (!readOnly && failure === undefined) requireNoOperation(writer.location.gitDir);
    return changing(publishing);
  }

  const place = (parent: string | null, requests: readonly CommitRequest[]): Promise<Placed> =>
    placing(() => publish(writer, parent, requests));

  return {
    ...createReadable(writer),
    objects,
    hasRecovered,
    async requireCommitted(commit, files) {
      requireNoOperation(location.gitDir);
      await requireCommitted({ location, objects, commit, index: writer.index.peek(), files });
    },
    async publish(parent, requests) {
      const { commits, durable } = await place(parent, requests);
      await durable;
      return commits;
    },
    place,
    move: (parent, moves, staged) => placing(() => move(writer, parent, moves, staged)),
    async stage(parent, moves) {
      requireWritable();
      requireNoOperation(location.gitDir);
      return stage(writer, parent, moves).catch((error) => refuseUnreadable(error, objects));
    },
    branches: {
      list: (below) => listRefs(location.commonDir, below),
      commit: (tip, requests) => changing(() => commitToBranch(writer, tip, requests)),
      move: (tip, moves) => changing(() => moveBranch(writer, tip, moves)),
      remove: (tip) => changing(() => removeBranch(writer, tip)),
    },
    keepRef: (ref, commit) => keepRef(writer, ref, commit),
    holdHead: (work) => holdHead(writer, work),
    async check() {
      if (failure === undefined) await noticeOthers(writer);
      converted.add(lookForConversions);
    },
    isTouched: () => isTouched(writer),
    operation: () => findOperation(location.gitDir),
    requireNoOperation: () => requireNoOperation(location.gitDir),
    underWay: () => findUnderWay(location.gitDir, writer.lockText),
    reports: () => [
      ...reports.list(),
      ...listLost(),
      ...listDamage(objects),
      ...(readOnly ? listUnfinished(sidePath) : []),
    ],
    async close() {
      for (const { done } of [finishing, tidying, converted, refused]) await done();
      clearing.add(writer.lockFile.remove);
      await clearing.done();
      await mergeThread.close();
      await copy.close();
    },
  };
}

/** What a write is to stand on cannot be read: that is nobody's bug, and nothing has changed. */
function refuseUnreadable(error: unknown, { miss }: Pick<ObjectStore, 'miss'>): never {
  if (!(error instanceof UnreadableObject)) throw error;
  miss(error);
  throw unavailable(
    `Nothing can be written on top of the present commit: ${error.message} (git fsck --full tells more)`,
    60,
  );
}
