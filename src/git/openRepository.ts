import { realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { guardInstance, type InstanceGuard } from '../lib/disk/guardInstance.ts';
import { notFound } from '../model/errors.ts';
import type { DurableFs } from './disk/durableFs.ts';
import { isNotAllowed } from './disk/failure.ts';
import type { Seals } from './format/seals.ts';
import { initRepository } from './init.ts';
import { UnreadableObject } from './objects/unreadableObject.ts';
import { ownCommitsFile } from './publish/head/ownCommits.ts';
import { discoverRepository, type RepositoryLocation } from './read/discover.ts';
import type { FindGit } from './read/native.ts';
import { findAtPath } from './read/treeDiff.ts';
import { createRepository, type GitRepository } from './repository.ts';

interface Options {
  readonly contentDir: string;
  /** The branch to write to; undefined: whichever is checked out. */
  readonly branch: string | undefined;
  readonly privateDir: string;
  readonly seals: Seals;
  /** Writes nothing to a repository that is there. */
  readonly readOnly: boolean;
  readonly findGit: FindGit;
  readonly now: () => Date;
  /** How the repository is changed on disk; the real file system unless given. */
  readonly fs?: DurableFs | undefined;
}

interface OpenRepository extends GitRepository {
  /** Lets begin what looks through the whole repository: a start needs the time itself. */
  lookThrough(): void;
}

/** The content's repository, made where there is none; refused when it would make the private folder public, or another Quire has it. */
export async function openRepository({
  contentDir,
  branch,
  privateDir,
  seals,
  readOnly,
  findGit,
  now,
  fs,
}: Options): Promise<OpenRepository> {
  // Where there is none it is made also to be read: nothing is served without.
  if (!readOnly || !discoverRepository(contentDir)) await makeRepository({ contentDir, findGit, now });
  const location = discoverRepository(contentDir);
  if (!location) throw notFound('A git repository at the content folder');
  const guard = readOnly ? UNGUARDED : await guardRepository(location);
  let lookThrough = (): void => undefined;
  const quiet = new Promise<void>((resolve) => {
    lookThrough = resolve;
  });
  try {
    const repo = await createRepository({
      contentDir,
      branch,
      readOnly,
      quiet,
      ownCommitsFile: ownCommitsFile(privateDir),
      seals,
      ...(fs && { fs }),
    });
    if (await isTracked(repo, privateDir))
      throw new Error(`The content repository tracks ${privateDir} (PRIVATE_DIR): users and keys must not be in git`);
    const close = (): Promise<void> => {
      lookThrough();
      return repo.close().finally(guard.close);
    };
    return { ...repo, lookThrough, close };
  } catch (error) {
    await guard.close();
    throw error;
  }
}

async function makeRepository(options: Parameters<typeof initRepository>[0]): Promise<void> {
  try {
    await initRepository(options);
  } catch (cause) {
    if (!isNotAllowed(cause)) throw cause;
    const message = `There is no git repository at ${options.contentDir} (CONTENT_DIR), and Quire may not make one there`;
    throw new Error(message, { cause });
  }
}

/** Where a Quire that writes to a repository can be reached. */
export const repositorySocket = ({ gitDir }: Pick<RepositoryLocation, 'gitDir'>): string =>
  join(gitDir, 'quire', 'running.sock');

/** Who only reads is in nobody's way. */
const UNGUARDED: InstanceGuard = { close: async () => undefined };

/** One Quire at a time writes to a working tree, whatever private folder it has: they share the place of the journal. */
async function guardRepository(location: RepositoryLocation): Promise<InstanceGuard> {
  const { root, gitDir } = location;
  const taken = `Another Quire is running on ${root} (CONTENT_DIR), with another private folder: stop it first`;
  const folder = join(gitDir, 'quire');
  try {
    await mkdir(folder, { recursive: true });
    return await guardInstance(repositorySocket(location), taken);
  } catch (error) {
    if (!isNotAllowed(error)) throw error;
    const message = `Quire may not write to ${folder} (${(error as NodeJS.ErrnoException).code}): let the user that it runs as own the repository, or set READ_ONLY=true to serve it without writing`;
    throw new Error(message, { cause: error });
  }
}

/** Whether the present commit holds something at a folder of this file system. */
async function isTracked({ location, objects, head }: GitRepository, folder: string): Promise<boolean> {
  const commit = await head();
  const inside = relative(location.worktree, realpathSync(folder)).split(sep).join('/');
  if (commit === null || inside === '' || inside.startsWith('..')) return inside === '';
  try {
    const { tree } = await objects.readCommit(commit);
    return (await findAtPath(objects.readTree, tree, inside)) !== null;
  } catch (error) {
    // An unreadable commit is reported elsewhere; nothing is served from it and nothing written on top of it.
    if (error instanceof UnreadableObject) return false;
    throw error;
  }
}
