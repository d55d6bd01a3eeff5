import { isFileMode, isFolderMode } from '../../git/format/tree.ts';
import { diffEntries, findAtPath } from '../../git/read/treeDiff.ts';
import { onceEach } from '../../lib/list/onceEach.ts';
import { compareText } from '../../lib/text/compareText.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { isWholeRecord, type RecordClash } from '../../model/clash.ts';
import type { Media } from '../../model/entities/media.ts';
import type { Kind } from '../../model/records.ts';
import { recordNames } from '../../site/version/recordNames.ts';
import { locateInContent } from '../../store/file/inspectSightings.ts';
import { MEDIA_FILES } from '../../store/home.ts';
import { type LocatedUnit, locateMergeUnits } from './locateMergeUnits.ts';
import { pairFiles, type SideFile } from './matchFiles.ts';
import { createUnitMerger, type MergeParts } from './mergeUnit.ts';
import {
  compareVersions,
  type FilePair,
  type FileVersion,
  fileAt,
  isSameFile,
  type MergeSource,
  type TreeVersion,
} from './treeVersion.ts';

/** Three versions of all files; the other two were made from `base`. */
export interface TreeVersions {
  readonly base: TreeVersion;
  readonly ours: TreeVersion;
  readonly theirs: TreeVersion;
}

/** What a merge does to one file of ours. */
interface MergedEdit {
  /** From the root of the repository. */
  readonly path: string;
  /** As ours has it; null if it is not there. */
  readonly before: FileVersion | null;
  /** As it will be, with `bytes` if git may not have the blob yet; null if it goes. */
  readonly after: FileVersion | null;
  /** The old path of the file in ours; another edit removes it there. */
  readonly movesFrom?: string;
}

/** What a merge does to ours: files that are not named stay. */
export interface MergedTree {
  /** Sorted by path. */
  readonly edits: readonly MergedEdit[];
  /** Values that both sides have changed differently: ours is kept. */
  readonly clashes: readonly RecordClash[];
  /** Files whose lines clash, because they hold no record or cannot be read as one: ours is kept. */
  readonly conflicts: readonly string[];
}

/** Kinds that say how other records are merged, or hold their names, come first. */
const ORDER: readonly Kind[] = ['blockType', 'contentType', 'block', 'taxonomy'];

/**
 * Merges two versions of all files: records by values, wherever each side has put their files, and other files by lines.
 * A file that only one side has changed is as that side has it, but mentions of what the other has renamed follow.
 *
 * @throws UnreadableObject if a folder cannot be read
 */
export async function mergeTrees(versions: TreeVersions, parts: MergeParts): Promise<MergedTree> {
  const { base, ours, theirs } = versions;
  const theirPairs = await compareVersions(parts, base, theirs);
  if (theirPairs.size === 0) return { edits: [], clashes: [], conflicts: [] };
  const ourPairs = await compareVersions(parts, base, ours);
  if (ourPairs.size === 0) return { edits: inOrder(theirPairs), clashes: [], conflicts: [] };
  const files = await readSideFiles({ ourPairs, theirPairs }, parts);
  const units = locateMergeUnits(pairFiles(files), parts.prefix).toSorted((a, b) => rankOf(a) - rankOf(b));
  const laid = new Map<string, FileVersion | null>();
  const movesFrom = new Map<string, string>();
  // A file may take the path that another one leaves.
  for (const { ours: file, place } of units) if (file && file.path !== place?.path) laid.set(file.path, null);
  const merger = await createUnitMerger({ units, merged: { tree: ours.tree, laid }, parts });
  const yieldIfBusy = createYieldIfBusy();
  for (const unit of units) {
    const { place, ours: from } = unit;
    const file = await merger.merge(unit);
    if (place && (file || from?.path === place.path)) laid.set(place.path, file);
    if (place && file && from && from.path !== place.path) movesFrom.set(place.path, from.path);
    await yieldIfBusy();
  }
  await restoreMediaFiles(laid, merger.clashes, versions, parts);
  const pairs = new Map<string, FilePair>();
  for (const [path, after] of laid) {
    const before = await fileAt(parts.objects, ours, path);
    if (!isSameFile(before, after)) pairs.set(path, { before, after });
  }
  const blocked = await findBlockedPaths(pairs, ours, parts);
  for (const path of blocked) pairs.delete(path);
  const conflicts = [...new Set([...merger.conflicts, ...blocked])];
  return { edits: inOrder(pairs, movesFrom), clashes: merger.clashes, conflicts };
}

/** A media item that is kept although one side has deleted it keeps its file, too. */
async function restoreMediaFiles(
  laid: Map<string, FileVersion | null>,
  clashes: readonly RecordClash[],
  versions: TreeVersions,
  { objects, prefix, keep = 'ours' }: MergeParts,
): Promise<void> {
  for (const clash of clashes.filter((one) => one.kind === 'media' && isWholeRecord(one))) {
    const side = clash[keep] ? keep : clash.ours ? 'ours' : 'theirs';
    // It is a media item: one that has no such key is none, and has no file.
    const { filename } = clash[side] as Partial<Media>;
    const path = `${prefix}${MEDIA_FILES}/${filename}`;
    const merged = laid.has(path) ? laid.get(path) : await fileAt(objects, versions.ours, path);
    if (!merged) laid.set(path, await fileAt(objects, versions[side], path));
  }
}

/** New files whose path is a folder in ours, or lies below a file of ours. */
async function findBlockedPaths(
  pairs: ReadonlyMap<string, FilePair>,
  ours: TreeVersion,
  { objects }: MergeParts,
): Promise<readonly string[]> {
  const standsAt = async (path: string): Promise<boolean> =>
    pairs.has(path) ? pairs.get(path)!.after !== null : (await fileAt(objects, ours, path)) !== null;
  const known = onceEach(standsAt);
  const blocked: string[] = [];
  for (const [path, { before, after }] of pairs) {
    if (before !== null || after === null) continue;
    const above = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
    const isBelowFile = (await Promise.all(above.map(known))).includes(true);
    if (isBelowFile || (await hasFilesBelow(path, ours, { objects, standsAt }))) blocked.push(path);
  }
  return blocked;
}

async function hasFilesBelow(
  path: string,
  { tree }: TreeVersion,
  { objects, standsAt }: Pick<MergeParts, 'objects'> & { standsAt(path: string): Promise<boolean> },
): Promise<boolean> {
  const folder = tree === null ? null : await findAtPath(objects.readTree, tree, path);
  if (!folder || !isFolderMode(folder.mode)) return false;
  const files = await diffEntries(objects.readTree, null, folder.id);
  return (await Promise.all(files.map((file) => standsAt(`${path}/${file.path}`)))).includes(true);
}

const inOrder = (
  pairs: ReadonlyMap<string, FilePair>,
  movesFrom: ReadonlyMap<string, string> = new Map(),
): readonly MergedEdit[] =>
  [...pairs]
    .sort(([a], [b]) => compareText(a, b))
    .map(([path, pair]) => {
      const from = movesFrom.get(path);
      return { path, ...pair, ...(from !== undefined && { movesFrom: from }) };
    });

const rankOf = ({ place, ours, theirs, base }: LocatedUnit): number => {
  const kind = (place ?? ours ?? theirs ?? base)?.located?.kind;
  const rank = kind === undefined ? -1 : ORDER.indexOf(kind);
  return rank < 0 ? ORDER.length : rank;
};

export interface Pairs {
  readonly ourPairs: ReadonlyMap<string, FilePair>;
  readonly theirPairs: ReadonlyMap<string, FilePair>;
}

/** The files that either side has changed, in all three versions. */
export async function readSideFiles({ ourPairs, theirPairs }: Pairs, { objects, prefix }: MergeSource) {
  const read = new Map<string, Promise<Uint8Array | undefined>>();
  const bytesOf = ({ id, bytes }: FileVersion): Promise<Uint8Array | undefined> => {
    const found = read.get(id) ?? (bytes ? Promise.resolve(bytes) : objects.findBlob(id));
    read.set(id, found);
    return found;
  };
  const toSide = async (path: string, file: FileVersion | null): Promise<readonly SideFile[]> => {
    if (file === null) return [];
    const located = isFileMode(file.mode) ? recordAt(path, prefix) : null;
    if (!located) return [{ ...file, path, located }];
    const content = await bytesOf(file);
    const name = content && recordNames.ofFile(path.slice(prefix.length), content);
    return [{ ...file, path, located, ...(content && { content }), ...(name?.isGiven && { name: name.record }) }];
  };
  const base: SideFile[] = [];
  const ours: SideFile[] = [];
  const theirs: SideFile[] = [];
  const yieldIfBusy = createYieldIfBusy();
  for (const path of new Set([...ourPairs.keys(), ...theirPairs.keys()])) {
    await yieldIfBusy();
    const [our, their] = [ourPairs.get(path), theirPairs.get(path)];
    const before = (our ?? their)!.before;
    base.push(...(await toSide(path, before)));
    ours.push(...(await toSide(path, our ? our.after : before)));
    theirs.push(...(await toSide(path, their ? their.after : before)));
  }
  return { base, ours, theirs };
}

/** The record that a file would be, by its path in the repository. */
export function recordAt(path: string, prefix: string): SideFile['located'] {
  const inContent = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  return locateInContent(inContent);
}
