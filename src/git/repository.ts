import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { CmsError, notFound, unavailable } from '../model/errors.ts';
import { createChain } from './chain.ts';
import { consolidatePacks } from './consolidatePacks.ts';
import { discoverRepository, type RepositoryLocation } from './discover.ts';
import { type DurableFs, durableFs } from './durableFs.ts';
import { stopped } from './failure.ts';
import { createIndexStore } from './indexStore.ts';
import { readJournal } from './journal.ts';
import { lockText, sweepLocks } from './lock.ts';
import { locked } from './locked.ts';
import { mendRef } from './mendRef.ts';
import type { NativeGit } from './native.ts';
import { createObjectStore, type ObjectStore } from './objects.ts';
import { keepFiles } from './packedWrite.ts';
import { isPacked } from './prepare.ts';
import { publish } from './publish.ts';
import { recover } from './recover.ts';
import { readHead, readHeadRef } from './refs.ts';
import type { FileDiff, Person, Repo } from './repo.ts';
import { createReports } from './reports.ts';
import { sweepSideFolder } from './sideFolder.ts';
import { sweepTemporaryObjects } from './temporaryObjects.ts';
import { isFileMode, isFolderMode } from './tree.ts';
import { diffTrees, findAtPath } from './treeDiff.ts';
import type { Writer } from './writer.ts';

/** A `Repo` whose home is a git repository. */
export interface GitRepository extends Repo {
  readonly location: RepositoryLocation;
  readonly objects: ObjectStore;
}

export interface RepositoryOptions {
  readonly contentDir: string;
  /** The only branch that may be written. */
  readonly branch?: string | undefined;
  readonly fs?: DurableFs;
  readonly committer?: Person;
  /** Takes files that already hold the bytes to be written as they are: for the first commit of existing files. */
  readonly adopts?: boolean;
  /** How long a publish waits for another process's locks. */
  readonly lockTimeoutMs?: number;
  /** Makes many packs fewer, better than we can. */
  readonly nativeGit?: NativeGit | null;
  /** More packs than this are made fewer. */
  readonly maxPacks?: number;
  /** Told of each numbered step of DESIGN, "Writing", when it is done. */
  onStep?(step: number): void;
}

/** As many as git itself lets stand (gc.autoPackLimit is 50). */
const MAX_PACKS = 40;

/** Stands in every commit as committer. */
export const QUIRE: Person = Object.freeze({ name: 'Quire', email: 'quire@quire.invalid' });

/**
 * Opens the repository that the content folder is in, brings to its end what a Quire that died has begun, and
 * removes what it has left. No other Quire may be running on it.
 *
 * @throws CmsError NOT_FOUND where there is no repository; SERVICE_UNAVAILABLE when it is of a kind that cannot be written
 */
export async function createRepository(options: RepositoryOptions): Promise<GitRepository> {
  const { contentDir, fs = durableFs } = options;
  const location = discoverRepository(contentDir);
  if (!location) throw notFound('A git repository at the content folder');
  const sidePath = join(location.gitDir, 'quire');
  refuseTwoFileSystems(location);
  sweepLocks(fs, lockPaths(location));

  const objects = createObjectStore({ commonDir: location.commonDir, fs });
  const reports = createReports();
  let failure: unknown;
  const stop = (reason: unknown): void => {
    failure ??= reason ?? 'stopped';
  };
  const finishing = createChain(stop);
  const tidying = createChain((error) => {
    const message = `The repository's packs cannot be made fewer: ${String(error)}`;
    reports.set('PACKS', [{ code: 'PACKS', message }]);
  });
  const writer: Writer = {
    location,
    fs,
    objects,
    sidePath,
    reports,
    stop,
    index: createIndexStore({ gitDir: location.gitDir, fs }),
    committer: options.committer ?? QUIRE,
    branch: options.branch || undefined,
    adopts: options.adopts ?? false,
    lockTimeoutMs: options.lockTimeoutMs ?? 5000,
    lockText: lockText(crypto.randomUUID()),
    pace: { freeUntil: 0 },
    onStep: options.onStep ?? (() => undefined),
    later: finishing.add,
    settled: finishing.done,
  };
  await recoverAtStart(writer);
  sweepSideFolder(sidePath);
  await sweepTemporaryObjects(fs, join(location.commonDir, 'objects'));

  /** Off the queue: whatever is packed anew stays where it is until the new pack stands. */
  function tidy(): void {
    const { nativeGit = null, maxPacks = MAX_PACKS } = options;
    const { commonDir } = location!;
    tidying.add(() => consolidatePacks({ fs, commonDir, objects, nativeGit, keepText: writer.lockText, maxPacks }));
  }

  /** The content folder's tree in a commit; null where it has none. */
  async function contentTree(commit: string): Promise<string | null> {
    const { tree } = await objects.readCommit(commit);
    const found = await findAtPath(objects.readTree, tree, location!.prefix);
    return found && isFolderMode(found.mode) ? found.id : null;
  }

  return {
    root: location.root,
    location,
    objects,
    head: async () => readHead(location).commit,
    async readAt(commit, path) {
      if ((await objects.find(commit))?.type !== 'commit') return null;
      const { tree } = await objects.readCommit(commit);
      const found = await findAtPath(objects.readTree, tree, `${location.prefix}${path}`);
      if (!found || !isFileMode(found.mode)) return null;
      return (await objects.find(found.id))?.content ?? null;
    },
    async diff(from, to): Promise<readonly FileDiff[]> {
      return diffTrees(objects.readTree, from && (await contentTree(from)), await contentTree(to));
    },
    async publish(parent, requests) {
      if (failure !== undefined) throw stopped(failure);
      const published = await publish(writer, parent, requests);
      if (isPacked(published.length)) tidy();
      return published;
    },
    reports: reports.list,
    async close() {
      await finishing.done();
      await tidying.done();
    },
  };
}

/** Others may be at work: where their locks or an index we cannot write stand in the way, the first publish does it. */
async function recoverAtStart(writer: Writer): Promise<void> {
  try {
    await mendRef(writer);
    if (readJournal(writer.sidePath) !== null) await locked(writer, readHead(writer.location), () => recover(writer));
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
  }
}

/** Files are renamed from the git folder into the working tree, which works within one file system only. */
function refuseTwoFileSystems({ root, gitDir }: RepositoryLocation): void {
  if (lstatSync(root).dev !== lstatSync(gitDir).dev) {
    throw unavailable('The content folder and its git folder are on two file systems: put them on one', 60);
  }
}

/** In this order: as long as HEAD.lock stands nobody can switch to a branch whose lock would be forgotten. */
function lockPaths({ gitDir, commonDir }: RepositoryLocation): string[] {
  const ref = readHeadRef(gitDir);
  const branch = ref === null ? [] : [join(commonDir, `${ref}.lock`)];
  return [...branch, ...['index', 'HEAD'].map((name) => join(gitDir, `${name}.lock`)), ...keepFiles(commonDir)];
}
