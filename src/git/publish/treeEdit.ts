import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { type CmsError, conflict } from '../../model/errors.ts';
import { because, fileInTheWay } from '../../model/reason.ts';
import type { FileSwap } from '../disk/fileSwap.ts';
import { type FileBytes, isStaged } from '../disk/stagedFile.ts';
import { type NamedObject, namedObject } from '../format/object.ts';
import { requireSafePath } from '../format/safePath.ts';
import { finderInTree, isFileMode, isFolderMode, MODE, patchTree, type TreeTarget } from '../format/tree.ts';
import { type EntryDiff, findAtPath } from '../read/treeDiff.ts';
import type { FileEdit } from './request.ts';

/** A file from HEAD's version to the last one of the group. */
export interface PreparedFile extends FileSwap {
  readonly was: TreeTarget | null;
  readonly becomes: TreeTarget | null;
}

export interface EditedTree {
  readonly tree: string;
  /** The new blobs and trees, without those of staged files. */
  readonly objects: readonly NamedObject[];
  readonly files: readonly EntryDiff[];
}

interface Request {
  /** The root tree, null before the first commit. */
  readonly tree: string | null;
  /** The content folder within the repository: empty, or ending with a slash. */
  readonly prefix: string;
  readonly edits: readonly FileEdit[];
  readTree(id: string): Promise<Buffer>;
}

/** The edits below one folder of the repository. */
interface FolderEdits {
  readonly path: string;
  readonly edits: Map<string, FileEdit>;
  readonly folders: Map<string, FolderEdits>;
}

const EMPTY = Buffer.alloc(0);

/**
 * The tree with the edits made. Only folders on the way to an edit are read and written again; everything
 * else keeps its id.
 *
 * @throws CmsError CONFLICT naming the path when a file is not the version the edit was planned against,
 *   or a folder, link or submodule is in its way
 */
export async function editTree(request: Request): Promise<EditedTree> {
  const objects: NamedObject[] = [];
  const files: EntryDiff[] = [];
  const executables = await findExecutables(request);
  const yieldIfBusy = createYieldIfBusy();

  async function editFolder(folder: FolderEdits, id: string | null): Promise<Buffer> {
    const present = id === null ? EMPTY : await request.readTree(id);
    const find = finderInTree(present, folder.folders.size + folder.edits.size);
    const targets = new Map<string, TreeTarget | null>();
    for (const [name, below] of folder.folders) {
      const isLeaving = folder.edits.get(name)?.bytes === null;
      targets.set(name, await editBelow(below, find(name), isLeaving));
    }
    for (const [name, edit] of folder.edits) {
      await yieldIfBusy();
      const target = editFile(edit, find(name) ?? null, targets.get(name));
      if (target !== undefined) targets.set(name, target);
    }
    return patchTree(present, targets);
  }

  async function editBelow(
    folder: FolderEdits,
    present: TreeTarget | undefined,
    isLeaving: boolean,
  ): Promise<TreeTarget | null> {
    const isFolder = present !== undefined && isFolderMode(present.mode);
    if (present && !isFolder && !(isFileMode(present.mode) && isLeaving)) {
      const path = folder.path.startsWith(request.prefix) ? folder.path.slice(request.prefix.length) : folder.path;
      throw conflict(fileInTheWay(path, `${path} is not a folder`), [path]);
    }
    const content = await editFolder(folder, isFolder ? present.id : null);
    if (content.length === 0) return null;
    const tree = namedObject('tree', content);
    objects.push({ ...tree, base: present?.id });
    return { mode: MODE.folder, id: tree.id };
  }

  /** The file's new entry; undefined if a folder has taken its place. */
  function editFile(edit: FileEdit, present: TreeTarget | null, folder: TreeTarget | null | undefined) {
    const before = present && isFolderMode(present.mode) ? null : present;
    if (before && !isFileMode(before.mode)) throw createLinkConflict(edit.path);
    const difference = describeDifference(edit.before, before?.id ?? null);
    if (difference !== null)
      throw conflict(because('uncommitted', `${edit.path} ${difference}`, { path: edit.path }), [edit.path]);
    const folderStays = folder === undefined ? before !== present : folder !== null;
    if (edit.bytes === null) {
      files.push({ path: edit.path, before, after: null });
      return folderStays ? undefined : null;
    }
    if (folderStays) throw conflict(fileInTheWay(edit.path, `${edit.path} is a folder`), [edit.path]);
    const fresh = executables.has(edit.path) ? MODE.executable : MODE.file;
    const after = { mode: before?.mode ?? fresh, id: addBlob(edit.bytes) };
    files.push({ path: edit.path, before, after });
    return after;
  }

  /** The blob's id; a staged file already has an object. */
  function addBlob(bytes: FileBytes): string {
    if (isStaged(bytes)) return bytes.id;
    const blob = namedObject('blob', bytes);
    objects.push(blob);
    return blob.id;
  }

  const root = namedObject('tree', await editFolder(groupByFolder(request.prefix, request.edits), request.tree));
  return { tree: root.id, objects: [...objects, { ...root, base: request.tree ?? undefined }], files };
}

/** The paths whose files become executable if they are new. */
async function findExecutables({ tree, prefix, edits, readTree }: Request): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { path, isExecutable, movesFrom } of edits) {
    const moved = movesFrom !== undefined && tree && (await findAtPath(readTree, tree, `${prefix}${movesFrom}`));
    if (isExecutable || (moved && moved.mode === MODE.executable)) found.add(path);
  }
  return found;
}

const createLinkConflict = (path: string): CmsError =>
  conflict(fileInTheWay(path, `${path} is a symbolic link or a submodule`), [path]);

function groupByFolder(prefix: string, edits: readonly FileEdit[]): FolderEdits {
  const root: FolderEdits = { path: '', edits: new Map(), folders: new Map() };
  for (const edit of edits) {
    requireSafePath(edit.path);
    const names = `${prefix}${edit.path}`.split('/');
    const name = names.pop()!;
    const folder = names.reduce(folderBelow, root);
    if (folder.edits.has(name)) throw new Error(`two edits of ${edit.path} in one commit`);
    folder.edits.set(name, edit);
  }
  return root;
}

function folderBelow(parent: FolderEdits, name: string): FolderEdits {
  const path = parent.path ? `${parent.path}/${name}` : name;
  const folder = parent.folders.get(name) ?? { path, edits: new Map(), folders: new Map() };
  parent.folders.set(name, folder);
  return folder;
}

/** How the file that a change was made for differs from the committed one; null if it does not. */
export function describeDifference(present: string | null, committed: string | null): string | null {
  if (present === committed) return null;
  if (present === null) return 'is missing in the folder, but is in the last commit';
  return committed === null ? 'is not committed yet' : 'has changes that are not committed';
}
