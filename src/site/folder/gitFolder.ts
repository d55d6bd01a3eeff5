import { filesBelow } from '../../git/format/index/indexEntries.ts';
import type { GitIndex } from '../../git/format/index/indexLayout.ts';
import { isFolderMode } from '../../git/format/tree.ts';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import { peekIndex } from '../../git/publish/index/indexStore.ts';
import { discoverRepository } from '../../git/read/discover.ts';
import type { NativeGit } from '../../git/read/native.ts';
import { openReadable, type ReadableRepository } from '../../git/read/readable.ts';
import { diffTrees, findAtPath } from '../../git/read/treeDiff.ts';
import { createWorkingBlobs, type FindWorkingBlob } from '../../git/read/workingBlobs.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { MAX_FILE_BYTES } from '../../store/codec/limits.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { mediaFileAt } from '../../store/home.ts';

/**
 * The version of a file: its bytes (empty for a media file), why they cannot be read, or null if it does not exist or
 * is not content.
 */
export type VersionContent = Uint8Array | FileError | null;
export type VersionContents = ReadonlyMap<string, VersionContent>;

/**
 * The files that differ between a commit or tree and the folder, as the commit has them. Throws if git does not know
 * it.
 */
export async function readTreeVersions(folder: GitFolder, name: string): Promise<VersionContents> {
  const found = new Map<string, VersionContent>();
  for (const [path, { before }] of await listChanged(folder, await resolveName(folder, name, 'tree')))
    found.set(path, await readVersionContent(folder, path, before));
  return found;
}

/**
 * A content folder and its repository, with the git program for what only that knows: names, merge bases, ignored
 * files.
 */
export interface GitFolder {
  readonly root: string;
  readonly git: NativeGit;
  readonly repo: ReadableRepository;
  readonly index: GitIndex | null;
  readonly findBlob: FindWorkingBlob;
}

export function openGitFolder(root: string, git: NativeGit): GitFolder {
  const location = discoverRepository(root);
  if (!location) throw new Error(`${root} is in no git repository`);
  const index = peekIndex(location.gitDir);
  return { root, git, repo: openReadable(location), index, findBlob: createWorkingBlobs(location, index) };
}

/** The id of the commit or tree that a name stands for. Throws if git does not know it. */
export async function resolveName({ root, git }: GitFolder, name: string, type: 'commit' | 'tree'): Promise<string> {
  const output = await git.run(['rev-parse', '--verify', '--quiet', `${name}^{${type}}`], root).catch(() => {
    throw new Error(`Git knows no ${type} "${name}" in this folder`);
  });
  return output.toString('utf8').trim();
}

/** The blobs of a path on two sides; null if there is none. */
interface BlobChange {
  readonly before: string | null;
  readonly after: string | null;
}

type BlobChanges = ReadonlyMap<string, BlobChange>;

/** The tree of the content folder in a commit or tree; null if it has none. */
async function contentTreeOf({ repo: { objects, location } }: GitFolder, id: string): Promise<string | null> {
  const tree = (await objects.typeOf(id)) === 'commit' ? (await objects.readCommit(id)).tree : id;
  const found = await findAtPath(objects.readTree, tree, location.prefix);
  return found && isFolderMode(found.mode) ? found.id : null;
}

/**
 * The differences between a commit or tree and the folder's files, without ignored files. Git's own comparison would
 * convert files with programs that the repository configures.
 */
export async function listChanged(folder: GitFolder, from: string): Promise<BlobChanges> {
  const { root, git, repo, index, findBlob } = folder;
  const committed = await diffTrees(repo.objects.readTree, null, await contentTreeOf(folder, from));
  const before = new Map(committed.map(({ path, after }) => [path, after]));
  const indexed = index ? filesBelow(index, repo.location.prefix).map(({ path }) => path) : [];
  const others = (await git.run(['ls-files', '--others', '--exclude-standard', '-z'], root))
    .toString('utf8')
    .split('\0');
  const changes = new Map<string, BlobChange>();
  for (const path of new Set([...before.keys(), ...indexed, ...others.filter(Boolean)])) {
    const change = { before: before.get(path) ?? null, after: await findBlob(path) };
    if (change.before !== change.after) changes.set(path, change);
  }
  return changes;
}

const isRecordPath = (path: string): boolean => locateFile('content', path) !== null;

/** Reads the blob of a file, if it may be a record. */
export const readVersionContent = async (
  folder: GitFolder,
  path: string,
  id: string | null,
): Promise<VersionContent> => (isRecordPath(path) ? readBlob(folder, id) : unread(path, id));

/** Media files are not read: it is enough to know that they exist. */
export const isMediaPath = (path: string): boolean => mediaFileAt(path) !== null;

const unread = (path: string, held: unknown): VersionContent => (held !== null && isMediaPath(path) ? UNREAD : null);

const UNREAD: VersionContent = new Uint8Array();

async function readBlob({ repo }: GitFolder, id: string | null): Promise<VersionContent> {
  if (id === null) return null;
  try {
    // A submodule has no object here.
    return (await repo.objects.find(id, MAX_FILE_BYTES))?.content ?? null;
  } catch (error) {
    if (error instanceof UnreadableObject) return new FileError('LIMIT', `The file cannot be read: ${error.message}`);
    throw error;
  }
}
