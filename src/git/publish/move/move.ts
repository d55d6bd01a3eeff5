import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import { CmsError } from '../../../model/errors.ts';
import { MAX_WORKING_BYTES } from '../../disk/workingFile.ts';
import { serialiseCommit } from '../../format/commit.ts';
import { type NamedObject, namedObject } from '../../format/object.ts';
import { requireSafePath } from '../../format/safePath.ts';
import { finderInTree, isFileMode, isFolderMode, MODE, patchTree, type TreeTarget } from '../../format/tree.ts';
import { MAX_OBJECT_BYTES } from '../../objects/objects.ts';
import { createConversionCheck } from '../../read/conversion.ts';
import { diffEntries, type EntryDiff } from '../../read/treeDiff.ts';
import type { BuiltCommits, PreparedCommit } from '../buildCommits.ts';
import { closedPathsOf } from '../check/closedPaths.ts';
import { createRequireUnconverted } from '../check/requireUnconverted.ts';
import type { StagedMoves } from '../preparePublish.ts';
import type { BranchMove, TreeEdit } from '../request.ts';
import type { GitWriter } from '../writer.ts';
import { isLinkChange, readLinkTarget } from './links.ts';
import { type ChangesByKind, sortChanges } from './sortChanges.ts';

type IsMovable = ReturnType<StagedMoves['look']>;

/**
 * Decides what to put in place to move HEAD, and makes the commits that do not exist yet. The location of `writer` must be
 * the whole tree.
 *
 * @throws CmsError SERVICE_UNAVAILABLE naming a path that cannot be put into the working tree
 */
export async function buildMoves(
  writer: GitWriter,
  parent: string | null,
  moves: readonly BranchMove[],
  staged?: StagedMoves,
): Promise<BuiltCommits> {
  const { objects: store, committer, seals } = writer;
  const objects = new Map<string, NamedObject>();
  const readTree = async (id: string): Promise<Buffer> => objects.get(id)?.content ?? store.readTree(id);
  const isMovable = staged?.look() ?? (() => false);
  const findClosed = closedPathsOf(writer, parent);
  const commits: PreparedCommit[] = [];
  let previous = parent;
  let tree = parent === null ? null : (await store.readCommit(parent)).tree;
  for (const step of moves) {
    if ('commit' in step) {
      const { tree: there, message } = await store.readCommit(step.commit);
      const edits = await diffEntries(readTree, tree, there);
      requireSafePaths(edits);
      const parts = await sortChanges(edits, findClosed);
      await requireMovable(writer, [...parts.files, ...parts.links], isMovable);
      commits.push({ id: step.commit, previous, at: new Date(), message, ...parts, action: 'pull' });
      tree = there;
      previous = step.commit;
      continue;
    }
    const { author, at, message: said, joins, edits, isSealed } = step;
    requireSafePaths(edits);
    const parts = await sortChanges(edits, findClosed);
    await requireMovable(writer, [...parts.files, ...parts.links], isMovable);
    const edited = await setEntries(tree, edits, readTree);
    const parents = [...(previous === null ? [] : [previous]), ...joins];
    const people = { author: { ...author, at }, committer: { ...committer, at } };
    const plain = { tree: edited.tree, parents, ...people, message: said };
    const made = isSealed ? seals.seal(plain, []) : plain;
    const { message } = made;
    const commit = namedObject('commit', serialiseCommit(made));
    for (const object of [...edited.objects, commit]) objects.set(object.id, object);
    commits.push({ id: commit.id, previous, at, message, ...withoutBytes(parts) });
    tree = edited.tree;
    previous = commit.id;
  }
  return { commits, objects: [...objects.values()], staged: [], findBlob: (id) => findWorkingBlob(store, id) };
}

/** A blob of any working file: a picture may be larger than a record. */
const findWorkingBlob = async ({ find }: GitWriter['objects'], id: string): Promise<Buffer | undefined> =>
  (await find(id, MAX_WORKING_BYTES))?.content;

const toTarget = (version: TreeTarget | null): TreeTarget | null => version && { mode: version.mode, id: version.id };

function requireSafePaths(edits: readonly TreeEdit[]): void {
  for (const { path } of edits) requireSafePath(path);
}

/** Checks incoming files before any of them is checked out (SECURITY, 6). */
async function requireMovable(writer: GitWriter, edits: readonly TreeEdit[], isMovable: IsMovable): Promise<void> {
  const requireUnconverted = createRequireUnconverted({
    ...writer,
    conversion: createConversionCheck(writer.location),
  });
  const yieldIfBusy = createYieldIfBusy();
  for (const edit of edits) {
    const { path, before, after } = edit;
    if (isMovable(edit)) continue;
    if (isLinkChange(edit) && (await mayCarry(writer, edit))) continue;
    if ([before, after].some((version) => version && !isFileMode(version.mode)))
      throw cannotCheckOut(
        path,
        'is a symbolic link or a submodule among the content, which Quire does not check out: remove it at the host, and the rest comes in (or bring it in as it is with git pull in this folder: Quire then ignores it)',
      );
    if (!after) continue;
    requireUnconverted({ path, bytes: after.bytes ?? (await readSmall(writer, path, after.id)) });
    await yieldIfBusy();
  }
}

/**
 * Whether a link or submodule may be checked out: only beside the content folder (SECURITY, 2 and 6), never for files that
 * git reads itself, and not on systems without links.
 */
async function mayCarry({ location, objects }: GitWriter, { path, after }: TreeEdit): Promise<boolean> {
  const isBeside =
    location.content !== '' && !`${path}/`.startsWith(location.content) && !location.content.startsWith(`${path}/`);
  if (!isBeside || /(?:^|\/)\.git/i.test(path) || location.config.get('core.symlinks') === 'false') return false;
  const text = await readLinkTarget(objects, after).catch(() => null);
  return after?.mode !== MODE.link || (text !== null && text.length > 0 && !text.includes(0));
}

function withoutBytes({ files, links, closed }: ChangesByKind<TreeEdit>): ChangesByKind<EntryDiff> {
  const toDiff = ({ path, before, after }: TreeEdit): EntryDiff => ({
    ...{ path, before: toTarget(before), after: toTarget(after) },
  });
  return { files: files.map(toDiff), links: links.map(toDiff), closed: closed.map(toDiff) };
}

async function readSmall({ objects }: GitWriter, path: string, id: string): Promise<Uint8Array> {
  const found = await objects.find(id, MAX_WORKING_BYTES).catch(() => undefined);
  if (found?.type !== 'blob') throw cannotCheckOut(path, 'cannot be read, or is larger than 64 MB');
  if (/\.(yaml|json|md)$/.test(path) && found.content.length > MAX_OBJECT_BYTES)
    throw cannotCheckOut(path, 'is larger than 4 MB');
  return found.content;
}

const cannotCheckOut = (path: string, why: string): CmsError =>
  new CmsError('SERVICE_UNAVAILABLE', [{ path: [path], message: `${path} ${why}` }], { retryAfterSeconds: 60 });

interface FolderTargets {
  readonly entries: Map<string, TreeTarget | null>;
  readonly folders: Map<string, FolderTargets>;
}

const newFolder = (): FolderTargets => ({ entries: new Map(), folders: new Map() });

/** The tree with these entries set. Only folders on the way to one are read and written again. */
async function setEntries(
  tree: string | null,
  edits: readonly TreeEdit[],
  readTree: (id: string) => Promise<Buffer>,
): Promise<{ readonly tree: string; readonly objects: readonly NamedObject[] }> {
  const objects: NamedObject[] = [];
  const root = newFolder();
  for (const { path, after } of edits) {
    if (after?.bytes) objects.push(namedObject('blob', Buffer.from(after.bytes)));
    const names = path.split('/');
    const name = names.pop()!;
    names.reduce(folderIn, root).entries.set(name, toTarget(after));
  }

  async function setFolder({ entries, folders }: FolderTargets, present: string | null): Promise<Buffer> {
    const content = present === null ? Buffer.alloc(0) : await readTree(present);
    const find = finderInTree(content, folders.size);
    const targets = new Map(entries);
    for (const [name, below] of folders) {
      const found = find(name);
      const inside = await setFolder(below, found && isFolderMode(found.mode) ? found.id : null);
      if (inside.length === 0) {
        if (!entries.get(name)) targets.set(name, null);
        continue;
      }
      const made = namedObject('tree', inside);
      objects.push({ ...made, base: found?.id });
      targets.set(name, { mode: MODE.folder, id: made.id });
    }
    return patchTree(content, targets);
  }

  const made = namedObject('tree', await setFolder(root, tree));
  return { tree: made.id, objects: [...objects, { ...made, base: tree ?? undefined }] };
}

function folderIn(parent: FolderTargets, name: string): FolderTargets {
  const folder = parent.folders.get(name) ?? newFolder();
  parent.folders.set(name, folder);
  return folder;
}
