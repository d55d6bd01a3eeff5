import { BUILT_IN_CODE } from '../fields/kinds.ts';
import { MODE } from '../git/format/tree.ts';
import { findMergeBases } from '../git/read/ancestry/mergeBases.ts';
import type { NativeGit } from '../git/read/native.ts';
import type { SiteCode } from '../model/entry.ts';
import {
  type GitFolder,
  isMediaPath,
  listChanged,
  openGitFolder,
  readVersionContent,
  resolveName,
  type VersionContent,
  type VersionContents,
} from '../site/folder/gitFolder.ts';
import { createReadRecord } from '../store/file/fileRecord.ts';
import { mergeBases } from '../write/merge/mergeCommits.ts';
import { type MergedTree, mergeTrees } from '../write/merge/mergeTrees.ts';
import {
  asCommitted,
  compareVersions,
  type FileVersion,
  fileAt,
  type TreeVersion,
} from '../write/merge/treeVersion.ts';

/** The files that a merge with a branch would leave in a folder, and the branch's own versions of them. */
export interface BranchVersions extends Pick<MergedTree, 'clashes'> {
  /** The files as they are on the branch. */
  readonly base: VersionContents;
  /** The files as they will be after the merge. */
  readonly merged: VersionContents;
  /** Files that cannot be merged. */
  readonly conflicts: readonly string[];
}

interface Options {
  readonly root: string;
  readonly git: NativeGit;
  readonly ref: string;
  /** A commit or tree to use in place of this folder's files. */
  readonly tree?: string | undefined;
  /** Built-in code by default. */
  readonly code?: SiteCode;
  read(path: string): VersionContent;
}

/**
 * Merges a branch into this folder (commits and uncommitted changes) by values, in memory. Returns all files in which
 * the folder, the branch and the merge are not the same. Throws if git does not know the branch.
 */
export async function mergeBranch({
  root,
  git,
  ref,
  tree,
  read,
  code = BUILT_IN_CODE,
}: Options): Promise<BranchVersions> {
  const folder = openGitFolder(root, git);
  const { objects, location } = folder.repo;
  const { prefix } = location;
  const parts = { objects, prefix, readRecord: createReadRecord(), code };
  const branch = await resolveName(folder, ref, 'commit');
  const theirs = asCommitted((await objects.readCommit(branch)).tree);
  const { version: ours, commit } = await readOurs(folder, tree, read);
  const bases = commit === null ? [] : await findMergeBases(objects, [commit], [branch]);
  if (bases.length === 0)
    throw new Error(
      `"${ref}" has no commit in common with this folder; a shallow clone must fetch more of its history`,
    );
  const { edits, clashes, conflicts } = await mergeTrees({ base: await mergeBases(bases, parts), ours, theirs }, parts);
  const after = edits.map((edit) => [edit.path, edit.after] as const);
  const differing = await compareVersions(parts, theirs, { tree: ours.tree, laid: new Map([...ours.laid, ...after]) });
  const merged = new Map<string, VersionContent>();
  const base = new Map<string, VersionContent>();
  const toVersion = async (path: string, file: FileVersion | null): Promise<VersionContent> => {
    // Git has no blob of an uncommitted version.
    const isHere = file !== null && ours.laid.get(`${prefix}${path}`)?.id === file.id;
    if (isHere && !isMediaPath(path)) return read(path);
    return file?.bytes && !isMediaPath(path) ? file.bytes : readVersionContent(folder, path, file?.id ?? null);
  };
  for (const [path, file] of new Map([
    ...after,
    ...[...differing].map(([path, pair]) => [path, pair.after] as const),
  ])) {
    if (!path.startsWith(prefix)) continue;
    const inContent = path.slice(prefix.length);
    merged.set(inContent, await toVersion(inContent, file));
    base.set(inContent, await toVersion(inContent, await fileAt(objects, theirs, path)));
  }
  const inContent = conflicts.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  return { base, merged, clashes, conflicts: inContent };
}

interface FolderVersion {
  readonly version: TreeVersion;
  /** The commit it is based on; null if there is none yet. */
  readonly commit: string | null;
}

async function readOurs(folder: GitFolder, tree: string | undefined, read: Options['read']): Promise<FolderVersion> {
  const { objects, location } = folder.repo;
  const head = await folder.repo.head();
  if (tree !== undefined) {
    const named = await resolveName(folder, tree, 'tree');
    const commit = await resolveName(folder, tree, 'commit').catch(() => head);
    return { version: asCommitted(named), commit };
  }
  if (head === null) return { version: asCommitted(null), commit: null };
  const committed = asCommitted((await objects.readCommit(head)).tree);
  const laid = new Map<string, FileVersion | null>();
  for (const [inContent, { after }] of await listChanged(folder, head)) {
    const path = `${location.prefix}${inContent}`;
    const present = await fileAt(objects, committed, path);
    const bytes = after === null || isMediaPath(inContent) ? null : read(inContent);
    const file = after === null ? null : { mode: present?.mode ?? MODE.file, id: after };
    laid.set(path, file && bytes instanceof Uint8Array ? { ...file, bytes } : file);
  }
  return { version: { tree: committed.tree, laid }, commit: head };
}
