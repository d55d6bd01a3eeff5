import { join } from 'node:path';
import { hasErrorCode } from '../../../lib/disk/hasErrorCode.ts';
import { CmsError } from '../../../model/errors.ts';
import type { FileSwap } from '../../disk/fileSwap.ts';
import { removeEmptyFolder } from '../../disk/removeEmptyFolder.ts';
import type { SideFolder } from '../../disk/sideFolder.ts';
import { removeEmptied, swapFiles } from '../../disk/swapFiles.ts';
import { createUndo } from '../../disk/undo.ts';
import { MAX_WORKING_BYTES, readWorkingFile, type WorkingFile } from '../../disk/workingFile.ts';
import { isFileMode, isFolderMode, MODE, type TreeTarget } from '../../format/tree.ts';
import type { ObjectStore } from '../../objects/objects.ts';
import { UnreadableObject } from '../../objects/unreadableObject.ts';
import { type EntryDiff, findAtPath } from '../../read/treeDiff.ts';
import type { GitWriter } from '../writer.ts';

/** A path of the publish. */
export interface RecoveredPath {
  readonly path: string;
  /** Its blobs before and after the publish; null: no file. */
  readonly versions: ReadonlySet<string | null>;
  /** Whether the publish made the file executable, or no longer so. */
  readonly changesMode: boolean;
  /** HEAD's version. */
  readonly target: TreeTarget | null;
  readonly file: WorkingFile;
  /** Whether only the index has it. */
  readonly isClosed?: true;
}

export async function findRecoveredPaths(
  { objects, location }: GitWriter,
  changes: readonly EntryDiff[],
  head: string | null,
): Promise<readonly RecoveredPath[]> {
  const now = await readTreeId(objects, head);
  const places: RecoveredPath[] = [];
  for (const change of changes) {
    const place = await findRecoveryTarget(now, change, objects);
    if (place.target && !isFileMode(place.target.mode)) continue;
    const path = change.path.slice(location.prefix.length);
    const changesMode = change.before !== null && change.after !== null && change.before.mode !== change.after.mode;
    places.push({ ...place, path, changesMode, file: readWorkingFile(location.root, path) });
  }
  return places;
}

/** The places at closed paths, whatever is in the working tree. */
export async function findClosedTargets(
  { objects }: GitWriter,
  changes: readonly EntryDiff[],
  head: string | null,
): Promise<readonly RecoveredPath[]> {
  const now = await readTreeId(objects, head);
  const places: RecoveredPath[] = [];
  for (const change of changes) places.push({ ...(await findRecoveryTarget(now, change, objects)), isClosed: true });
  return places;
}

/** The place of a change, without what is there in the working tree. */
async function findRecoveryTarget(
  now: string | null,
  { path, before, after }: EntryDiff,
  { readTree }: Pick<ObjectStore, 'readTree'>,
): Promise<RecoveredPath> {
  const found = now && (await findAtPath(readTree, now, path));
  const target = found && !isFolderMode(found.mode) ? found : null;
  const versions = new Set([targetBlobId(before), targetBlobId(after)]);
  return { path, target, versions, changesMode: false, file: { id: undefined, stat: null } };
}

/** The tree of a commit; null for no commit. */
export const readTreeId = async (objects: ObjectStore, commit: string | null): Promise<string | null> =>
  commit && (await objects.readCommit(commit)).tree;

export const targetBlobId = (target: TreeTarget | null): string | null => target?.id ?? null;

const mayRun = ({ mode }: TreeTarget): boolean => mode === MODE.executable;

const hasWrongMode = ({ changesMode, target, file: { stat } }: RecoveredPath): boolean =>
  changesMode && target !== null && stat !== null && ((stat.mode & 0o100n) !== 0n) !== mayRun(target);

/** Settles the files, and returns the places as they are then. */
export async function recoverFiles(
  writer: GitWriter,
  places: readonly RecoveredPath[],
  side: SideFolder,
): Promise<readonly RecoveredPath[]> {
  const { root } = writer.location;
  const wrong = places.filter((place) => place.file.id !== targetBlobId(place.target) || hasWrongMode(place));
  const ours = wrong.filter(({ file, versions }) => file.id !== undefined && versions.has(file.id));
  // Removals first, as in a publish, so that a file makes room for a folder.
  for (const place of ours.toSorted((a, b) => Number(a.target !== null) - Number(b.target !== null)))
    await recoverFile(writer, place, side);
  return places.map((place) => ({ ...place, file: readWorkingFile(root, place.path) }));
}

export function reportLeft({ reports, location: { prefix } }: GitWriter, places: readonly RecoveredPath[]): void {
  for (const { path, target, file } of places) {
    if (file.id === targetBlobId(target)) continue;
    const inContent = path.startsWith(prefix) ? { path: path.slice(prefix.length) } : {};
    reports.add({ code: 'RECOVERY', message: leftMessage(inContent.path ?? path), ...inContent });
  }
}

export const leftMessage = (path: string): string =>
  `${path} was left as it is when the last write was recovered: it is neither the version before that write nor the one after it`;

async function recoverFile(writer: GitWriter, place: RecoveredPath, side: SideFolder): Promise<void> {
  const { path, target, file } = place;
  const { fs, location, objects } = writer;
  const fresh = target && side.newPath('file');
  if (fresh && target) {
    const content = await findBlobContent(objects, target.id);
    if (!content) return;
    await fs.writeSynced(fresh, content, mayRun(target) ? 0o777 : 0o666);
  }
  const mode = place.changesMode && target ? { isExecutable: mayRun(target) } : {};
  const swap: FileSwap = { path, before: file.id ?? null, after: targetBlobId(target), side: fresh, ...mode };
  const undo = createUndo();
  try {
    // The publish may have made a folder in place of a file.
    if (target) removeEmptyFolder(fs, join(location.root, path));
    const seen = new Map([[path, file.stat]]);
    const { left } = await swapFiles({ root: location.root, fs, side, swaps: [swap], seen, undo });
    removeEmptied({ root: location.root, fs }, left);
  } catch (error) {
    undo.run();
    // Somebody is working at this path right now, or has put something else there: it is theirs.
    if (error instanceof CmsError || hasErrorCode(error, 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY')) return;
    throw error;
  }
}

/** Undefined if it cannot be read: then the file stays as it is, and is reported. */
async function findBlobContent(objects: ObjectStore, id: string): Promise<Buffer | undefined> {
  try {
    return (await objects.find(id, MAX_WORKING_BYTES))?.content;
  } catch (error) {
    if (error instanceof UnreadableObject) return undefined;
    throw error;
  }
}
