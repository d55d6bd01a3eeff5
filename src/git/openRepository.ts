import { join } from 'node:path';
import { initRepository } from './init.ts';
import { isTracked } from './isTracked.ts';
import type { NativeGit } from './native.ts';
import { createRepository, type GitRepository } from './repository.ts';

interface Options {
  readonly contentDir: string;
  /** The branch to write to; undefined: whichever is checked out. */
  readonly branch: string | undefined;
  readonly privateDir: string;
  readonly nativeGit: NativeGit | null;
  readonly now: () => Date;
}

/** The content's repository, made where there is none; refused when it would make the private folder public. */
export async function openRepository({
  contentDir,
  branch,
  privateDir,
  nativeGit,
  now,
}: Options): Promise<GitRepository> {
  await initRepository({ contentDir, nativeGit, now });
  const repo = await createRepository({
    contentDir,
    branch,
    nativeGit,
    ownCommitsFile: join(privateDir, 'state', 'own-commits.json'),
  });
  if (!(await isTracked(repo, privateDir))) return repo;
  throw new Error(`The content repository tracks ${privateDir} (PRIVATE_DIR): users and keys must not be in git`);
}
