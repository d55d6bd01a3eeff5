import { realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { guardInstance, type InstanceGuard } from '../lib/disk/guardInstance.ts';
import { notFound } from '../model/errors.ts';
import type { DurableFs } from './disk/durableFs.ts';
import { isNotAllowed } from './disk/failure.ts';
import { pathsBelow, skippedPaths } from './format/index/indexEntries.ts';
import type { Seals } from './format/seals.ts';
import { initRepository } from './init.ts';
import { UnreadableObject } from './objects/unreadableObject.ts';
import type { ClosedPlace } from './publish/closedRules.ts';
import { ownCommitsFile } from './publish/head/ownCommits.ts';
import { peekIndex } from './publish/index/indexStore.ts';
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
  /** Writes nothing to an existing repository. */
  readonly readOnly: boolean;
  readonly findGit: FindGit;
  readonly now: () => Date;
  /** What starting the program reads: nothing that others push may replace it. */
  readonly programPaths: readonly string[];
  /** What the site's own code is read from. */
  readonly codePaths?: readonly string[];
  /** See `ClosedRules`. */
  isContent(path: string): boolean;
  /** How the repository is changed on disk; by default through the real file system. */
  readonly fs?: DurableFs | undefined;
}

interface OpenRepository extends GitRepository {
  /** Starts the work that reads the whole repository, which waits for this so as not to slow down the start. */
  lookThrough(): void;
}

/** Opens the content's repository, or makes one. Throws if it tracks the private folder, or if another Quire writes to it. */
export async function openRepository({
  contentDir,
  branch,
  privateDir,
  seals,
  readOnly,
  findGit,
  now,
  programPaths,
  codePaths = [],
  isContent,
  fs,
}: Options): Promise<OpenRepository> {
  // A missing one is made even for a read-only server: nothing can be served without it.
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
      closed: { places: closedPlaces(privateDir, programPaths, codePaths), isContent },
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

const closedPlaces = (
  privateDir: string,
  programPaths: readonly string[],
  codePaths: readonly string[],
): readonly ClosedPlace[] => [
  { path: realpathSync(privateDir), why: 'users and keys are there (PRIVATE_DIR)' },
  ...programPaths.map((path) => ({ path, why: 'Quire itself is started from there' })),
  ...codePaths.map((path) => ({ path, why: "the site's own code is read from there (QUIRE_CONFIG)" })),
];

/** A warning for people whose server takes commits of others into the folder that the program is in; null: it does not. */
export function warnOfProgram({ worktree }: Pick<RepositoryLocation, 'worktree'>, programPaths: readonly string[]) {
  const path = programPaths.find((one) => `${one}${sep}`.startsWith(`${worktree}${sep}`));
  if (path === undefined) return null;
  return `Quire is started from ${path}, inside the repository ${worktree} that it takes others' commits into. It does not let them change what it starts from, but install it elsewhere in production: see docs/operations.md`;
}

/** Whether nothing in a folder is checked out. */
function isSkipped({ gitDir }: RepositoryLocation, folder: string): boolean {
  const index = peekIndex(gitDir);
  const paths = index ? pathsBelow(index, folder) : [];
  const skipped = new Set(index ? skippedPaths(index) : []);
  return paths.length > 0 && paths.every((path) => skipped.has(path));
}

async function makeRepository(options: Parameters<typeof initRepository>[0]): Promise<void> {
  try {
    await initRepository(options);
  } catch (cause) {
    if (!isNotAllowed(cause)) throw cause;
    const message = `There is no git repository at ${options.contentDir} (CONTENT_DIR), and Quire has no permission to make one there`;
    throw new Error(message, { cause });
  }
}

/** The socket of the Quire that writes to a repository. */
export const repositorySocket = ({ gitDir }: Pick<RepositoryLocation, 'gitDir'>): string =>
  join(gitDir, 'quire', 'running.sock');

/** A Quire that only reads is in nobody's way. */
const UNGUARDED: InstanceGuard = { close: async () => undefined };

/** Only one Quire at a time may write to a working tree, even with different private folders: they would share the journal. */
async function guardRepository(location: RepositoryLocation): Promise<InstanceGuard> {
  const { root, gitDir } = location;
  const taken = `Another Quire, with another private folder, is running on ${root} (CONTENT_DIR): stop it first`;
  const folder = join(gitDir, 'quire');
  try {
    await mkdir(folder, { recursive: true });
    return await guardInstance(repositorySocket(location), taken);
  } catch (error) {
    if (!isNotAllowed(error)) throw error;
    const message = `Quire may not write to ${folder} (${(error as NodeJS.ErrnoException).code}): make the user it runs as the owner of the repository, or set READ_ONLY=true to serve it without writing`;
    throw new Error(message, { cause: error });
  }
}

/** Whether the present commit holds anything at this absolute path, except what others have pushed there and was not taken in. */
async function isTracked({ location, objects, head }: GitRepository, folder: string): Promise<boolean> {
  const commit = await head();
  const inside = relative(location.worktree, realpathSync(folder)).split(sep).join('/');
  if (commit === null || inside === '' || inside.startsWith('..')) return inside === '';
  try {
    const { tree } = await objects.readCommit(commit);
    return (await findAtPath(objects.readTree, tree, inside)) !== null && !isSkipped(location, inside);
  } catch (error) {
    // An unreadable commit is reported elsewhere; nothing is served from it and nothing written on top of it.
    if (error instanceof UnreadableObject) return false;
    throw error;
  }
}
