import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { guardInstance, type InstanceGuard } from '../lib/guardInstance.ts';
import { notFound } from '../model/errors.ts';
import { discoverRepository, type RepositoryLocation } from './discover.ts';
import { initRepository } from './init.ts';
import { isTracked } from './isTracked.ts';
import type { FindGit } from './native.ts';
import { createRepository, type GitRepository } from './repository.ts';

interface Options {
  readonly contentDir: string;
  /** The branch to write to; undefined: whichever is checked out. */
  readonly branch: string | undefined;
  readonly privateDir: string;
  readonly findGit: FindGit;
  readonly now: () => Date;
}

export interface OpenRepository extends GitRepository {
  /** Lets begin what looks through the whole repository: a start needs the time itself. */
  lookThrough(): void;
}

/** The content's repository, made where there is none; refused when it would make the private folder public, or another Quire has it. */
export async function openRepository({
  contentDir,
  branch,
  privateDir,
  findGit,
  now,
}: Options): Promise<OpenRepository> {
  await initRepository({ contentDir, findGit, now });
  const guard = await guardRepository(contentDir);
  let lookThrough = (): void => undefined;
  const quiet = new Promise<void>((resolve) => {
    lookThrough = resolve;
  });
  try {
    const repo = await createRepository({
      contentDir,
      branch,
      quiet,
      ownCommitsFile: join(privateDir, 'state', 'own-commits.json'),
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

/** Where a Quire that writes to a repository can be reached. */
export const repositorySocket = ({ gitDir }: Pick<RepositoryLocation, 'gitDir'>): string =>
  join(gitDir, 'quire', 'running.sock');

/** One Quire at a time writes to a working tree, whatever private folder it has: they share the place of the journal. */
async function guardRepository(contentDir: string): Promise<InstanceGuard> {
  const location = discoverRepository(contentDir);
  if (!location) throw notFound('A git repository at the content folder');
  const folder = join(location.gitDir, 'quire');
  await mkdir(folder, { recursive: true });
  const taken = `Another Quire is running on ${contentDir} (CONTENT_DIR), with another private folder: stop it first`;
  return guardInstance(repositorySocket(location), taken);
}
