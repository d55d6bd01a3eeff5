import { type BigIntStats, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../../lib/disk/hasErrorCode.ts';
import { blobId } from '../../../lib/text/blobId.ts';
import { conflict } from '../../../model/errors.ts';
import { because, fileInTheWay } from '../../../model/reason.ts';
import { lstatOrNull } from '../../disk/fileSwap.ts';
import { removeEmptyFolder } from '../../disk/removeEmptyFolder.ts';
import type { SideFolder } from '../../disk/sideFolder.ts';
import type { Undo } from '../../disk/undo.ts';
import { findInIndex } from '../../format/index/indexEntries.ts';
import type { GitIndex } from '../../format/index/indexLayout.ts';
import { isFileMode, MODE, type TreeTarget } from '../../format/tree.ts';
import type { EntryDiff } from '../../read/treeDiff.ts';
import type { IndexChange } from '../index/indexPatch.ts';
import type { GitWriter } from '../writer.ts';

/*
 * Symbolic links and submodules beside the content: others change them, and Quire checks them out as git does. A link is
 * put in its place and never followed; a submodule is an empty folder, as `git pull` leaves it.
 */

/** A link or submodule, from HEAD's version to the last one. */
export interface PreparedLink extends EntryDiff {
  /** The target of a link; null if the last version is no link. */
  readonly text: Buffer | null;
}

/** The length limit of paths on Linux. */
export const MAX_LINK_BYTES = 4096;

/** Whether neither side of a change is a file. */
export const isLinkChange = ({ before, after }: Pick<EntryDiff, 'before' | 'after'>): boolean =>
  [before, after].every((version) => !version || !isFileMode(version.mode));

/** Each path once, with the target of its link. */
export async function prepareLinks(
  { objects }: Pick<GitWriter, 'objects'>,
  commits: readonly { readonly links?: readonly EntryDiff[] }[],
): Promise<readonly PreparedLink[]> {
  const whole = fromFirstToLast(commits.flatMap(({ links = [] }) => links));
  return Promise.all(whole.map(async (link) => ({ ...link, text: await readLinkTarget(objects, link.after) })));
}

/** Each path once, from its version before the first change to the one after the last. */
export function fromFirstToLast(changes: readonly EntryDiff[]): readonly EntryDiff[] {
  const byPath = new Map<string, EntryDiff>();
  for (const { path, before, after } of changes)
    byPath.set(path, { path, before: byPath.has(path) ? byPath.get(path)!.before : before, after });
  return [...byPath.values()];
}

export async function readLinkTarget(objects: GitWriter['objects'], target: TreeTarget | null): Promise<Buffer | null> {
  if (target?.mode !== MODE.link) return null;
  return (await objects.find(target.id, MAX_LINK_BYTES))?.content ?? null;
}

/** What is at a path: a link with the id that git gives it, a folder, nothing (null), or something else. */
function findWorkingEntry(root: string, path: string): TreeTarget | 'folder' | 'other' | null {
  const stat = lstatOrNull(join(root, path));
  if (!stat) return null;
  if (stat.isDirectory()) return 'folder';
  if (!stat.isSymbolicLink()) return 'other';
  return { mode: MODE.link, id: blobId(readlinkSync(join(root, path), 'buffer')) };
}

/** Whether a path is as in a version. Any folder, or none, counts as a submodule. */
export function isAsIn(root: string, path: string, version: TreeTarget | null): boolean {
  const found = findWorkingEntry(root, path);
  if (version === null) return found === null;
  if (version.mode === MODE.submodule) return found === null || found === 'folder';
  return found !== null && typeof found === 'object' && found.id === version.id;
}

/** Whether a version is completely in place: git expects the folder of a submodule to exist. */
export const isVersionInPlace = (root: string, path: string, version: TreeTarget | null): boolean =>
  version?.mode === MODE.submodule ? findWorkingEntry(root, path) === 'folder' : isAsIn(root, path, version);

/** @throws CmsError CONFLICT naming the path if somebody has changed a link, or something is in its way */
export function requireLinks(root: string, index: GitIndex, links: readonly PreparedLink[], leaving: Leaving): void {
  for (const { path, before } of links) {
    requireFoldersAbove(root, path, leaving);
    // A folder whose files the same move removes makes room for it.
    const makesRoom = before === null && findWorkingEntry(root, path) === 'folder' && leaving.isBelow(path);
    if (!isAsIn(root, path, before) && !makesRoom)
      throw conflict(because('uncommitted', `${path} has changes that are not committed`, { path }), [path]);
    requireStaged(index, path, before);
  }
}

/** @throws CmsError CONFLICT naming the path if another version of it is staged */
export function requireStaged(index: GitIndex, path: string, version: TreeTarget | null): void {
  const [entry, ...others] = findInIndex(index, path);
  const isStaged = version ? entry?.id === version.id && entry.stage === 0 && others.length === 0 : !entry;
  if (!isStaged)
    throw conflict(because('uncommitted', `${path} has staged changes that are not committed`, { path }), [path]);
}

/** The files that the same move removes. */
export interface Leaving {
  has(path: string): boolean;
  isBelow(folder: string): boolean;
}

export const leavingOf = (files: readonly { readonly path: string; readonly after: string | null }[]): Leaving => {
  const paths = files.flatMap(({ path, after }) => (after === null ? [path] : []));
  const known = new Set(paths);
  return { has: (path) => known.has(path), isBelow: (folder) => paths.some((path) => path.startsWith(`${folder}/`)) };
};

const NOTHING_LEAVES: Leaving = { has: () => false, isBelow: () => false };

/** Refuses to put anything behind another link. */
function requireFoldersAbove(root: string, path: string, leaving: Leaving): void {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const isInTheWay = lstatOrNull(join(root, folder))?.isDirectory() === false;
    if (isInTheWay && !leaving.has(folder))
      throw conflict(fileInTheWay(folder, `${folder} is in the way of ${path}`), [path]);
  }
}

interface LinkWriteParts {
  readonly root: string;
  readonly side: SideFolder;
  readonly undo: Undo;
}

/** Puts links in place, and returns their stats. */
export function writeSymlinks(
  writer: Pick<GitWriter, 'fs'>,
  links: readonly PreparedLink[],
  work: LinkWriteParts,
): ReadonlyMap<string, BigIntStats | null> {
  const stats = new Map<string, BigIntStats | null>();
  for (const link of links) {
    writeSymlink(writer, link, work);
    stats.set(link.path, link.text === null ? null : lstatOrNull(join(work.root, link.path)));
  }
  return stats;
}

function writeSymlink(
  { fs }: Pick<GitWriter, 'fs'>,
  { path, after, text }: PreparedLink,
  { root, side, undo }: LinkWriteParts,
): void {
  const target = join(root, path);
  requireFoldersAbove(root, path, NOTHING_LEAVES);
  const found = findWorkingEntry(root, path);
  if (found === 'folder' && after?.mode !== MODE.submodule && removeEmpty(fs, target))
    undo.push(() => fs.makeFolder(target));
  const put = (linkText: Buffer): void => {
    const fresh = side.newPath('link');
    symlinkSync(linkText, fresh);
    fs.makeFolder(dirname(target));
    fs.rename(fresh, target);
  };
  if (found !== null && typeof found === 'object') {
    const oldText = readlinkSync(target, 'buffer');
    // One link replaces another in one step, so that a crash leaves one of the two.
    if (text === null) fs.remove(target);
    undo.push(() => put(oldText));
  }
  if (text !== null) {
    put(text);
    if (found === null || typeof found !== 'object') undo.push(() => fs.remove(target));
  } else if (after && lstatOrNull(target) === null) {
    fs.makeFolder(target);
    undo.push(() => fs.removeFolder(target));
  }
}

/** Removes the folder of a submodule, or one that files have left, unless somebody has put something into it. */
function removeEmpty(fs: GitWriter['fs'], folder: string): boolean {
  try {
    removeEmptyFolder(fs, folder);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOTEMPTY', 'EEXIST')) return false;
    throw error;
  }
}

/** The changes of the index for links. Without a stat, git reads the link itself. */
export const linkEntries = (
  links: readonly PreparedLink[],
  stats?: ReadonlyMap<string, BigIntStats | null>,
): readonly IndexChange[] =>
  links.map(({ path, after }) => ({ path, entry: after && { ...after, stat: stats?.get(path) ?? null } }));
