import * as nodeFs from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lazily } from '../lib/list/lazily.ts';
import { FIRST_SUBJECT } from '../model/record/firstSubject.ts';
import { durableFs } from './disk/durableFs.ts';
import { syncAll } from './disk/syncNames.ts';
import { type Person, QUIRE } from './format/commit.ts';
import { readJournal } from './publish/recover/journal.ts';
import type { CommitRequest } from './publish/request.ts';
import { CLONE_CONFIG, configureClone } from './read/cloneConfig.ts';
import { discoverRepository } from './read/discover.ts';
import { type FindGit, filtersOff, type NativeGit } from './read/native.ts';
import { readHead } from './read/ref/refs.ts';
import { createRepository } from './repository.ts';

/** Loaded only where there is no git program: most starts find a repository. */
const portableGit = lazily(async () => (await import('isomorphic-git')).default);

interface Options {
  readonly contentDir: string;
  readonly findGit: FindGit;
  readonly now?: () => Date;
  /** The author of the first commit; called once the repository exists, whose config may name one. Quire by default. */
  findAuthor?(): Promise<Person>;
  /** The message of the first commit. */
  readonly message?: string;
}

/** The branch of a new repository. */
export const BRANCH = 'main';
/** Bytes are committed unconverted, and reach the disk before the commit does. */
const AS_THEY_ARE = ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false', '-c', 'core.fsync=all'] as const;

/**
 * Makes the content folder a repository if it is in none, and commits the files in it, so that everything is
 * tracked. Finishes that where the folder's own repository has no commit yet; leaves every other repository alone.
 */
export async function initRepository({
  contentDir,
  findGit,
  now = () => new Date(),
  findAuthor = async () => QUIRE,
  message = FIRST_SUBJECT,
}: Options): Promise<void> {
  const location = discoverRepository(contentDir);
  if (location && location.prefix !== '') return;
  if (location && hasHistory(contentDir)) return;
  const nativeGit = await findGit();
  if (!location) {
    await (nativeGit ? initNative(nativeGit, contentDir) : initPortable(contentDir));
    await syncNew(contentDir);
  }
  const commit = { message, author: await findAuthor() };
  await (nativeGit
    ? commitNative(nativeGit, contentDir, commit)
    : commitPortable(contentDir, { ...commit, at: now() }));
}

async function initNative(native: NativeGit, dir: string): Promise<void> {
  await native.run(['init', '--quiet', '--template=', `--initial-branch=${BRANCH}`], dir);
  await configureClone(native, dir, CLONE_CONFIG);
}

async function initPortable(dir: string): Promise<void> {
  const git = await portableGit();
  await git.init({ fs: nodeFs, dir, defaultBranch: BRANCH });
  for (const [path, value] of CLONE_CONFIG) await git.setConfig({ fs: nodeFs, dir, path, value });
}

/** Neither way of making a repository syncs its files, and later writes are only as durable as these. */
async function syncNew(contentDir: string): Promise<void> {
  const entries = await readdir(join(contentDir, '.git'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) await durableFs.sync(file);
  const folders = new Set([contentDir, ...entries.map((entry) => entry.parentPath)]);
  await syncAll(durableFs, folders);
}

function hasHistory(contentDir: string): boolean {
  const location = discoverRepository(contentDir)!;
  if (readHead(location).commit !== null) return true;
  // Staged files before the first commit: a developer is about to make it, unless we ourselves were interrupted.
  return nodeFs.existsSync(join(location.gitDir, 'index')) && readJournal(join(location.gitDir, 'quire')) === null;
}

type FirstCommit = Pick<CommitRequest, 'message' | 'author'>;

async function commitNative(native: NativeGit, dir: string, { message, author }: FirstCommit): Promise<void> {
  const listed = (await native.run(['ls-files', '-z', '--others', '--exclude-standard'], dir)).toString('latin1');
  // A repository inside the content is listed as a folder.
  const paths = listed.split('\0').filter((path) => path !== '' && !path.endsWith('/'));
  if (paths.length === 0) return;
  const input = Buffer.from(paths.join('\0'), 'latin1');
  const asTheyAre = [...AS_THEY_ARE, ...(await filtersOff(native, dir))];
  await native.run([...asTheyAre, 'update-index', '--add', '-z', '--stdin'], dir, input);
  const person = ['-c', `user.name=${author.name}`, '-c', `user.email=${author.email}`];
  await native.run(
    [...asTheyAre, ...person, 'commit', '--quiet', '--no-gpg-sign', '--no-verify', '--message', message],
    dir,
  );
}

/** The bit by which git tells that a file is executable. */
const OWNER_MAY_RUN = 0o100;

/** Reads all files into memory at once. */
async function commitPortable(contentDir: string, commit: Omit<CommitRequest, 'edits'>): Promise<void> {
  const repo = await createRepository({ contentDir, adopts: true });
  const paths = await listFiles(repo.root);
  const edits = paths.map((path) => {
    const file = join(repo.root, path);
    const isExecutable = (nodeFs.lstatSync(file).mode & OWNER_MAY_RUN) !== 0;
    return { path, before: null, bytes: nodeFs.readFileSync(file), isExecutable };
  });
  if (edits.length > 0) await repo.publish(null, [{ edits, ...commit }]);
  await repo.close();
}

/** The regular files that git would add: neither ignored nor in a repository of their own. */
async function listFiles(dir: string, folder = ''): Promise<string[]> {
  const git = await portableGit();
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
