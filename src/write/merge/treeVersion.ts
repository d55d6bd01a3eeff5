import type { TreeTarget } from '../../git/format/tree.ts';
import { isFolderMode } from '../../git/format/tree.ts';
import type { ReadableRepository } from '../../git/read/readable.ts';
import { type DiffLimits, diffEntries, findAtPath } from '../../git/read/treeDiff.ts';

/** What a merge reads of a repository. */
export interface MergeSource {
  readonly objects: Pick<ReadableRepository['objects'], 'readTree' | 'findBlob' | 'readCommit' | 'findCommit'>;
  /** The content folder within the repository: empty, or ending with a slash. */
  readonly prefix: string;
}

/** A file of a version, by git's mode and blob id; with its bytes if git may not have the blob. */
export interface FileVersion extends TreeTarget {
  readonly bytes?: Uint8Array;
}

/** One version of all files of a repository. */
export interface TreeVersion {
  /** The root tree; null if there are no files. */
  readonly tree: string | null;
  /** Files that differ from the tree, by path in the repository; null for files that are gone. */
  readonly laid: ReadonlyMap<string, FileVersion | null>;
}

export const asCommitted = (tree: string | null): TreeVersion => ({ tree, laid: new Map() });

/** A version with some edits made to it. */
export const overlayEdits = (
  { tree, laid }: TreeVersion,
  edits: readonly { readonly path: string; readonly after: FileVersion | null }[],
): TreeVersion => ({ tree, laid: new Map([...laid, ...edits.map(({ path, after }) => [path, after] as const)]) });

/** A file in two versions; null if a version does not have it. */
export interface FilePair {
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
}

/** The files that differ between two versions, by path. Throws as `diffEntries` does. */
export async function compareVersions(
  { objects }: MergeSource,
  from: TreeVersion,
  to: TreeVersion,
  limits?: DiffLimits,
): Promise<ReadonlyMap<string, FilePair>> {
  const found = new Map<string, FilePair>();
  for (const { path, before, after } of await diffEntries(objects.readTree, from.tree, to.tree, limits))
    found.set(path, { before, after });
  for (const path of new Set([...from.laid.keys(), ...to.laid.keys()])) {
    const pair = { before: await fileAt(objects, from, path), after: await fileAt(objects, to, path) };
    if (isSameFile(pair.before, pair.after)) found.delete(path);
    else found.set(path, pair);
  }
  return found;
}

export const isSameFile = (a: FileVersion | null | undefined, b: FileVersion | null | undefined): boolean =>
  a?.id === b?.id && a?.mode === b?.mode;

/** The file that a version has at a path; null if it has none. */
export async function fileAt(
  { readTree }: Pick<MergeSource['objects'], 'readTree'>,
  { tree, laid }: TreeVersion,
  path: string,
): Promise<FileVersion | null> {
  const own = laid.get(path);
  if (own !== undefined || tree === null) return own ?? null;
  const found = await findAtPath(readTree, tree, path);
  return found && !isFolderMode(found.mode) ? found : null;
}
