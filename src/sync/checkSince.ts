import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesBelow, type GitIndex } from '../git/format/indexFile.ts';
import { isFolderMode } from '../git/format/tree.ts';
import { UnreadableObject } from '../git/objects/unreadableObject.ts';
import { peekIndex } from '../git/publish/index/indexStore.ts';
import { discoverRepository } from '../git/read/discover.ts';
import type { NativeGit } from '../git/read/native.ts';
import { openReadable, type ReadableRepository } from '../git/read/readable.ts';
import { diffTrees, findAtPath } from '../git/read/treeDiff.ts';
import { createWorkingBlobs, type FindWorkingBlob } from '../git/read/workingBlobs.ts';
import { FileError } from '../store/codec/fileError.ts';
import { MAX_FILE_BYTES } from '../store/codec/limits.ts';
import { locateFile } from '../store/file/scan.ts';
import { MEDIA_FILES } from '../store/home.ts';

/** What a file holds: its bytes (of a media file none), why nobody reads them, or null where it is not there or no content. */
export type Version = Uint8Array | FileError | null;
export type Versions = ReadonlyMap<string, Version>;

/** What a folder differs in from another branch, and what a merge with it would make of the folder. */
export interface BranchVersions {
  /** The files as the branch has them. */
  readonly base: Versions;
  /** The files as they will be after the merge. */
  readonly merged: Versions;
  /** Files that the merge cannot put together. */
  readonly conflicts: readonly string[];
}

interface Options {
  readonly root: string;
  readonly git: NativeGit;
  readonly ref: string;
  /** What stands for this folder's files: a commit or tree of git. */
  readonly tree?: string | undefined;
  read(path: string): Version;
}

/**
 * The versions of all files that this folder (commits and what is not committed yet) or the branch has changed since they
 * parted. Throws when git does not know the branch.
 */
export async function readBranch({ root, git, ref, tree, read }: Options): Promise<BranchVersions> {
  const folder = openGitFolder(root, git);
  const branch = await resolveName(folder, ref, 'commit');
  const parted = await findParting(folder, { ref, commit: branch });
  const [mine, theirs] = await Promise.all([
    tree ? listDifferent(folder, parted, await resolveName(folder, tree, 'tree')) : listChanged(folder, parted),
    listDifferent(folder, parted, branch),
  ]);
  const base = new Map<string, Version>();
  const merged = new Map<string, Version>();
  for (const [path, { after }] of mine) merged.set(path, isRecord(path) ? read(path) : unread(path, after));
  for (const [path, change] of mine)
    if (!theirs.has(path)) base.set(path, await readVersion(folder, path, change.before));
  for (const [path, change] of theirs) {
    base.set(path, await readVersion(folder, path, change.after));
    if (!mine.has(path)) merged.set(path, base.get(path)!);
  }
  const conflicts: string[] = [];
  for (const [path, own] of mine) {
    const other = theirs.get(path);
    if (!other || other.after === own.after) continue;
    const together = await mergeFile(folder, [
      read(path),
      await readBlob(folder, own.before),
      await readBlob(folder, other.after),
    ]);
    if (together === undefined) conflicts.push(path);
    else merged.set(path, isRecord(path) ? together : unread(path, together));
  }
  return { base, merged, conflicts };
}

/** The files as a commit or tree of git has them, of those that stand otherwise in the folder. Throws when git does not know it. */
export async function readTree({ root, git }: Pick<Options, 'root' | 'git'>, name: string): Promise<Versions> {
  const folder = openGitFolder(root, git);
  const found = new Map<string, Version>();
  for (const [path, { before }] of await listChanged(folder, await resolveName(folder, name, 'tree')))
    found.set(path, await readVersion(folder, path, before));
  return found;
}

/** A content folder, its repository, and the program for what only that knows: names, where branches part, what it ignores. */
interface GitFolder {
  readonly root: string;
  readonly git: NativeGit;
  readonly repo: ReadableRepository;
  readonly index: GitIndex | null;
  readonly findBlob: FindWorkingBlob;
}

function openGitFolder(root: string, git: NativeGit): GitFolder {
  const location = discoverRepository(root);
  if (!location) throw new Error(`${root} is in no git repository`);
  const index = peekIndex(location.gitDir);
  return { root, git, repo: openReadable(location), index, findBlob: createWorkingBlobs(location, index) };
}

/** The commit that a branch and this folder have last had in common. */
async function findParting(
  { root, git }: GitFolder,
  branch: { readonly ref: string; readonly commit: string },
): Promise<string> {
  const output = await git.run(['merge-base', branch.commit, 'HEAD'], root).catch(() => {
    throw new Error(
      `"${branch.ref}" has no commit in common with this folder; a shallow clone must fetch more of its history`,
    );
  });
  return output.toString('utf8').trim();
}

/** The id of what a name stands for. Throws when git does not know it. */
async function resolveName({ root, git }: GitFolder, name: string, type: 'commit' | 'tree'): Promise<string> {
  const output = await git.run(['rev-parse', '--verify', '--quiet', `${name}^{${type}}`], root).catch(() => {
    throw new Error(`Git knows no ${type} "${name}" in this folder`);
  });
  return output.toString('utf8').trim();
}

/** The blobs of a path on two sides; null where there is none. */
interface Change {
  readonly before: string | null;
  readonly after: string | null;
}

type Changes = ReadonlyMap<string, Change>;

/** Of the content folder in a commit or tree; null where it has none. */
async function contentTreeOf({ repo: { objects, location } }: GitFolder, id: string): Promise<string | null> {
  const tree = (await objects.typeOf(id)) === 'commit' ? (await objects.readCommit(id)).tree : id;
  const found = await findAtPath(objects.readTree, tree, location.prefix);
  return found && isFolderMode(found.mode) ? found.id : null;
}

/** What differs between two commits or trees. */
async function listDifferent(folder: GitFolder, from: string, to: string): Promise<Changes> {
  const trees = await Promise.all([contentTreeOf(folder, from), contentTreeOf(folder, to)]);
  const files = await diffTrees(folder.repo.objects.readTree, ...trees);
  return new Map(files.map((file) => [file.path, file]));
}

/**
 * What differs between a commit or tree and the folder's files, those that git ignores left out. Git itself would convert
 * files to compare them, by programs that the repository names.
 */
async function listChanged(folder: GitFolder, from: string): Promise<Changes> {
  const { root, git, repo, index, findBlob } = folder;
  const committed = await diffTrees(repo.objects.readTree, null, await contentTreeOf(folder, from));
  const before = new Map(committed.map(({ path, after }) => [path, after]));
  const indexed = index ? filesBelow(index, repo.location.prefix).map(({ path }) => path) : [];
  const others = (await git.run(['ls-files', '--others', '--exclude-standard', '-z'], root))
    .toString('utf8')
    .split('\0');
  const changes = new Map<string, Change>();
  for (const path of new Set([...before.keys(), ...indexed, ...others.filter(Boolean)])) {
    const change = { before: before.get(path) ?? null, after: await findBlob(path) };
    if (change.before !== change.after) changes.set(path, change);
  }
  return changes;
}

const isRecord = (path: string): boolean => locateFile('content', path) !== null;

/** What a blob holds that may be a record. */
const readVersion = async (folder: GitFolder, path: string, id: string | null): Promise<Version> =>
  isRecord(path) ? readBlob(folder, id) : unread(path, id);

/** Of a media file it is enough to know whether it is there. */
const unread = (path: string, held: unknown): Version =>
  held !== null && path.startsWith(`${MEDIA_FILES}/`) ? UNREAD : null;

const UNREAD: Version = new Uint8Array();

async function readBlob({ repo }: GitFolder, id: string | null): Promise<Version> {
  if (id === null) return null;
  try {
    // Of a submodule there is nothing here.
    return (await repo.objects.find(id, MAX_FILE_BYTES))?.content ?? null;
  } catch (error) {
    if (error instanceof UnreadableObject) return new FileError('LIMIT', `The file cannot be read: ${error.message}`);
    throw error;
  }
}

const isSame = (a: Version, b: Version): boolean =>
  a === b || (a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0);

/** What a merge makes of a file that both sides have changed; undefined for a conflict. */
async function mergeFile(
  { git }: GitFolder,
  [mine, common, theirs]: readonly [mine: Version, common: Version, theirs: Version],
): Promise<Version | undefined> {
  if (isSame(mine, theirs) || isSame(common, theirs)) return mine;
  if (isSame(mine, common)) return theirs;
  if (!(mine instanceof Uint8Array && theirs instanceof Uint8Array) || common instanceof FileError) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'quire-merge-'));
  const files = ['mine', 'common', 'theirs'].map((name) => join(folder, name));
  try {
    for (const [index, bytes] of [mine, common ?? new Uint8Array(), theirs].entries())
      await writeFile(files[index]!, bytes);
    await git.run(['merge-file', '--quiet', ...files], folder);
    return await readFile(files[0]!);
  } catch {
    // Git ends with the number of conflicts.
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
