import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { notFound, unavailable } from '../model/errors.ts';
import { discoverRepository, type RepositoryLocation } from './discover.ts';
import { type DurableFs, durableFs } from './durableFs.ts';
import { stopped } from './failure.ts';
import { createIndexStore } from './indexStore.ts';
import { lockText, sweepLocks } from './lock.ts';
import { createObjectStore, type ObjectStore } from './objects.ts';
import { publish } from './publish.ts';
import { type Head, readHead } from './refs.ts';
import type { FileDiff, Person, Repo } from './repo.ts';
import { sweepSideFolder } from './sideFolder.ts';
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
}

/** Stands in every commit as committer. */
export const QUIRE: Person = Object.freeze({ name: 'Quire', email: 'quire@quire.invalid' });

/**
 * Opens the repository that the content folder is in, and removes what a Quire that died has left in it.
 * No other Quire may be running on it.
 *
 * @throws CmsError NOT_FOUND where there is no repository; SERVICE_UNAVAILABLE when it is of a kind that cannot be written
 */
export async function createRepository(options: RepositoryOptions): Promise<GitRepository> {
  const { contentDir, fs = durableFs } = options;
  const location = discoverRepository(contentDir);
  if (!location) throw notFound('A git repository at the content folder');
  const sidePath = join(location.gitDir, 'quire');
  refuseTwoFileSystems(location);
  sweepSideFolder(sidePath);
  sweepLocks(fs, lockPaths(location));

  const objects = createObjectStore({ commonDir: location.commonDir, fs });
  let failure: unknown;
  let background = Promise.resolve();
  const stop = (reason: unknown): void => {
    failure ??= reason ?? 'stopped';
  };
  const writer: Writer = {
    location,
    fs,
    objects,
    sidePath,
    stop,
    index: createIndexStore({ gitDir: location.gitDir, fs }),
    committer: options.committer ?? QUIRE,
    branch: options.branch || undefined,
    adopts: options.adopts ?? false,
    lockTimeoutMs: options.lockTimeoutMs ?? 5000,
    lockText: lockText(crypto.randomUUID()),
    later: (work) => {
      background = background.then(work).catch(stop);
    },
  };

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
      return publish(writer, parent, requests);
    },
    close: () => background,
  };
}

/** Files are renamed from the git folder into the working tree, which works within one file system only. */
function refuseTwoFileSystems({ root, gitDir }: RepositoryLocation): void {
  if (lstatSync(root).dev !== lstatSync(gitDir).dev) {
    throw unavailable('The content folder and its git folder are on two file systems: put them on one', 60);
  }
}

/** In this order: as long as HEAD.lock stands nobody can switch to a branch whose lock would be forgotten. */
function lockPaths(location: RepositoryLocation): string[] {
  const { ref }: Head = readHead(location);
  const branch = ref === null ? [] : [join(location.commonDir, `${ref}.lock`)];
  return [...branch, ...['index', 'HEAD'].map((name) => join(location.gitDir, `${name}.lock`))];
}
