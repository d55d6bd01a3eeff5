import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Person } from '../../src/git/format/commit.ts';
import type { RepositoryOptions } from '../../src/git/openWriter.ts';
import type { CommitRequest, FileEdit } from '../../src/git/publish/request.ts';
import { gitEnvironment } from '../../src/git/read/native.ts';
import { createRepository, type GitRepository } from '../../src/git/repository.ts';
import { blobId } from '../../src/lib/text/blobId.ts';
import { runProgram } from '../run/runProgram.ts';

export const ADA: Person = { name: 'Ada Lovelace', email: 'ada@example.org' };
export const AT = new Date('2026-01-05T09:00:00.123Z');

const ENV = {
  ...gitEnvironment(process.env),
  // A developer clones and fetches.
  GIT_ALLOW_PROTOCOL: 'file',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};
const DEVELOPER = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org'];

const folders: string[] = [];

/** A real temporary folder, removed by `removeFolders`. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quire-git-')));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  templates.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Runs native git as a developer would; returns what it printed, without the last newline. */
export function git(cwd: string, ...args: string[]): string {
  return runProgram('git', [...DEVELOPER, ...args], {
    cwd,
    env: ENV,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1e9,
  })
    .toString()
    .replace(/\n$/, '');
}

export type Files = Readonly<Record<string, string>>;

export function writeFiles(root: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Copying a repository is ten times faster than making one. */
const templates = new Map<string, string>();

/** A repository whose first commit holds these files; without any there is no commit. */
export function makeRepository(files: Files = {}): string {
  const key = JSON.stringify(files);
  const template = templates.get(key) ?? makeTemplate(files);
  templates.set(key, template);
  const dir = makeFolder();
  cpSync(template, dir, { recursive: true, preserveTimestamps: true });
  return dir;
}

function makeTemplate(files: Files): string {
  const dir = makeFolder();
  git(dir, 'init', '-q', '-b', 'main', '--template=');
  writeFiles(dir, files);
  if (Object.keys(files).length > 0) {
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', 'Begin');
  }
  return dir;
}

export const rev = (text: string): string => blobId(Buffer.from(text));

/** An edit that sets a file's text (null removes it), planned against its present text (undefined: there is no file). */
export const edit = (path: string, text: string | null, before?: string): FileEdit => ({
  path,
  before: before === undefined ? null : rev(before),
  bytes: text === null ? null : Buffer.from(text),
});

export const request = (edits: readonly FileEdit[], message = 'Change something'): CommitRequest => ({
  edits,
  message,
  author: ADA,
  at: AT,
});

/** Opens a repository that does not wait long for the locks of others. */
export const openRepo = (contentDir: string, options: Partial<RepositoryOptions> = {}): Promise<GitRepository> =>
  createRepository({ contentDir, lockTimeoutMs: 100, ...options });

/** Publishes edits as one commit on top of HEAD. */
export const publishOn = async (repo: GitRepository, ...edits: readonly FileEdit[]) =>
  (await repo.publish(await repo.head(), [request(edits)]))[0]!;

/** What git says about the repository as a whole: all empty if everything is in order. */
export function troubles(dir: string): Record<string, string> {
  return {
    fsck: git(dir, 'fsck', '--strict', '--no-dangling'),
    status: git(dir, 'status', '--porcelain'),
    staged: git(dir, 'diff', '--cached'),
    unstaged: git(dir, 'diff'),
  };
}
export const NO_TROUBLES = { fsck: '', status: '', staged: '', unstaged: '' };

/** Every file of the folder and the git folder, objects aside, with its bytes. */
export function snapshot(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
  const counted = files.filter((path) => !path.includes('/.git/objects/') || path.includes('tmp_obj_'));
  const read = (path: string): string =>
    lstatSync(path).isFile() ? rev(readFileSync(path, 'latin1')) : readlinkSync(path);
  return Object.fromEntries(counted.sort().map((path) => [path.slice(dir.length + 1), read(path)]));
}

/** Lock files and side files that nobody removed; the file behind the locks stays until the repository is closed. */
export function leftovers(gitDir: string): string[] {
  const files = readdirSync(gitDir, { recursive: true, encoding: 'utf8' });
  return files.filter((path) => /\.lock$|\.keep$|tmp_|\/new_|^quire\/(?!.*-lock$)/.test(path)).sort();
}

export const makeExecutable = (path: string): void => chmodSync(path, 0o755);
