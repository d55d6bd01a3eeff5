import * as nodeFs from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { discoverRepository } from './discover.ts';
import { readJournal } from './journal.ts';
import type { NativeGit } from './native.ts';
import { readHead } from './refs.ts';
import { createRepository, QUIRE } from './repository.ts';

interface Options {
  readonly contentDir: string;
  readonly nativeGit: NativeGit | null;
  readonly now?: () => Date;
}

const MESSAGE = 'Start the content history';
const BRANCH = 'main';
/** Bytes are committed unconverted, and reach the disk before the commit does. */
const AS_THEY_ARE = ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false', '-c', 'core.fsync=all'] as const;

/**
 * Makes a repository of the content folder where it is in none, and commits the files that are there, so that
 * everything is tracked. Finishes the same where the folder's own repository has no commit yet; leaves every
 * other repository as it is.
 */
export async function initRepository({ contentDir, nativeGit, now = () => new Date() }: Options): Promise<void> {
  const location = discoverRepository(contentDir);
  if (location && location.prefix !== '') return;
  if (!location) await (nativeGit ? initNative(nativeGit, contentDir) : initPortable(contentDir));
  if (hasHistory(contentDir)) return;
  await (nativeGit ? commitNative(nativeGit, contentDir) : commitPortable(contentDir, now()));
}

async function initNative(native: NativeGit, dir: string): Promise<void> {
  await native.run(['init', '--quiet', '--template=', `--initial-branch=${BRANCH}`], dir);
  await native.run(['config', 'core.logAllRefUpdates', 'true'], dir);
  // Whatever the account's own settings say.
  await native.run(['config', 'core.autocrlf', 'false'], dir);
}

async function initPortable(dir: string): Promise<void> {
  await git.init({ fs: nodeFs, dir, defaultBranch: BRANCH });
  await git.setConfig({ fs: nodeFs, dir, path: 'core.logAllRefUpdates', value: true });
  await git.setConfig({ fs: nodeFs, dir, path: 'core.autocrlf', value: false });
}

function hasHistory(contentDir: string): boolean {
  const location = discoverRepository(contentDir)!;
  if (readHead(location).commit !== null) return true;
  // Staged files before the first commit: a developer is about to make it. Unless we ourselves were interrupted.
  return nodeFs.existsSync(join(location.gitDir, 'index')) && readJournal(join(location.gitDir, 'quire')) === null;
}

async function commitNative(native: NativeGit, dir: string): Promise<void> {
  const listed = (await native.run(['ls-files', '-z', '--others', '--exclude-standard'], dir)).toString('latin1');
  // A repository inside the content is listed as a folder.
  const paths = listed.split('\0').filter((path) => path !== '' && !path.endsWith('/'));
  if (paths.length === 0) return;
  const input = Buffer.from(paths.join('\0'), 'latin1');
  await native.run([...AS_THEY_ARE, 'update-index', '--add', '-z', '--stdin'], dir, input);
  const author = ['-c', `user.name=${QUIRE.name}`, '-c', `user.email=${QUIRE.email}`];
  await native.run(
    [...AS_THEY_ARE, ...author, 'commit', '--quiet', '--no-gpg-sign', '--no-verify', '--message', MESSAGE],
    dir,
  );
}

/** Holds all files in memory at once. */
async function commitPortable(contentDir: string, at: Date): Promise<void> {
  const repo = await createRepository({ contentDir, adopts: true });
  const paths = await listFiles(repo.root);
  const edits = await Promise.all(
    paths.map(async (path) => ({ path, before: null, bytes: await readFile(join(repo.root, path)) })),
  );
  if (edits.length > 0) await repo.publish(null, [{ edits, message: MESSAGE, author: QUIRE, at }]);
  await repo.close();
}

/** The regular files that git would add: not ignored, in no repository of their own. */
async function listFiles(dir: string, folder = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(dir, folder), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.name === '.git' || (await git.isIgnored({ fs: nodeFs, dir, filepath: path }))) continue;
    if (entry.isFile()) found.push(path);
    if (entry.isDirectory() && !nodeFs.existsSync(join(dir, path, '.git')))
      found.push(...(await listFiles(dir, `${path}/`)));
  }
  return found;
}
