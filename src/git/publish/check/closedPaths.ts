import { join, posix, relative, resolve, sep } from 'node:path';
import { onceEach } from '../../../lib/list/onceEach.ts';
import { foldCase } from '../../../lib/text/foldCase.ts';
import { readIfThere } from '../../disk/readIfThere.ts';
import { type IgnoreFile, isIgnoredIn, parseIgnoreFile } from '../../format/ignoreFile.ts';
import { skippedPaths } from '../../format/index/indexEntries.ts';
import { isFileMode } from '../../format/tree.ts';
import type { RepositoryLocation } from '../../read/discover.ts';
import { findAtPath } from '../../read/treeDiff.ts';
import type { ClosedPlace } from '../closedRules.ts';
import type { GitWriter } from '../writer.ts';

/*
 * Closed paths are never written to the working tree when others' commits come in, because somebody may run or trust what
 * is there: whoever may push to the git host may not choose what this machine runs. The commits keep them, and the index
 * has them as git's sparse checkouts have files that are not checked out (skip-worktree), so that nothing seems deleted.
 */

/** Why a path is closed, and the highest path above it for which that is so. */
export interface ClosedPath {
  readonly top: string;
  readonly why: string;
}

/** Finds out why a path from the root of the repository is closed; null: it is not. */
export type FindClosed = (path: string) => Promise<ClosedPath | null>;

const CLOSED_NAMES: ReadonlyMap<string, string> = new Map([
  ['node_modules', 'programs are loaded from folders of this name'],
  ['.env', 'programs are started with the settings in files of this name'],
]);

export const NOT_CHECKED_OUT = 'it is not checked out (skip-worktree)';

/** A sane one is a few lines. */
const MAX_IGNORE_BYTES = 64 * 1024;

type Parts = Pick<GitWriter, 'location' | 'objects' | 'closed' | 'index'>;

/** Makes the function that knows the closed paths for whatever comes in on top of this commit, whose gitignore files count. */
export function closedPathsOf({ location, objects, closed, index }: Parts, commit: string | null): FindClosed {
  const places = [...closed.places, ...hooksOf(location)].flatMap((place) => toClosedAreas(location, place));
  const isIgnored = createIgnoreCheck({ location, objects }, commit);
  const present = index.peek();
  // Read now: the bytes of an index are reused by later writes.
  const skipped = new Set(present ? skippedPaths(present) : []);
  return async (path) => {
    const isInside = path.startsWith(location.content);
    const isContent = isInside && closed.isContent(path.slice(location.content.length));
    const isOpen = location.content === '' ? isContent : isInside;
    const found = (isContent ? null : findClosedName(path)) ?? findClosedPlace(places, path, isOpen);
    if (found || isOpen) return found;
    const top = await isIgnored(path);
    if (top !== null) return { top, why: 'it is ignored (gitignore)' };
    return skipped.has(path) ? { top: path, why: NOT_CHECKED_OUT } : null;
  };
}

function findClosedName(path: string): ClosedPath | null {
  const names = path.split('/');
  const at = names.findIndex((name) => CLOSED_NAMES.has(foldCase(name)));
  if (at < 0) return null;
  return { top: names.slice(0, at + 1).join('/'), why: CLOSED_NAMES.get(foldCase(names[at]!))! };
}

/** A closed place relative to the root of the working tree. */
interface ClosedArea extends Pick<ClosedPlace, 'why'> {
  readonly path: string;
  readonly folded: string;
  /** Whether the content folder is inside, which is not closed. */
  readonly holdsContent: boolean;
}

/** Git starts hooks for whoever works in this folder by hand; Quire lets it start none. */
function hooksOf({ worktree, config }: RepositoryLocation): readonly ClosedPlace[] {
  const path = config.get('core.hookspath');
  return path ? [{ path: resolve(worktree, path), why: 'git hooks are started from there (core.hooksPath)' }] : [];
}

/** None if it is outside of the working tree. */
function toClosedAreas(
  { worktree, content }: RepositoryLocation,
  { path: absolute, why }: ClosedPlace,
): readonly ClosedArea[] {
  const path = relative(worktree, absolute).split(sep).join('/');
  if (path === '..' || path.startsWith('../')) return [];
  return [{ path, why, folded: foldCase(path), holdsContent: path === '' || content.startsWith(`${path}/`) }];
}

function findClosedPlace(places: readonly ClosedArea[], path: string, isOpen: boolean): ClosedPath | null {
  const folded = foldCase(path);
  const place = places.find((one) => {
    if (one.holdsContent && isOpen) return false;
    // A file or link in place of a folder on the way would lead elsewhere.
    return isAtOrBelow(folded, one.folded) || isAtOrBelow(one.folded, folded);
  });
  if (!place) return null;
  const isAbove = !isAtOrBelow(folded, place.folded);
  return { top: isAbove ? path : place.path || path.split('/')[0]!, why: place.why };
}

const isAtOrBelow = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** Makes the function that finds the highest ignored path on the way to a path; null: none. */
function createIgnoreCheck(
  { location, objects }: Pick<GitWriter, 'location' | 'objects'>,
  commit: string | null,
): (path: string) => Promise<string | null> {
  const root = onceEach(async (id: string) => (await objects.readCommit(id)).tree);
  const exclude = readIfThere(join(location.commonDir, 'info/exclude'))?.toString() ?? '';
  const everywhere = parseIgnoreFile(exclude, '');

  const ignoreFileOf = onceEach(async (folder: string): Promise<readonly IgnoreFile[]> => {
    const found = commit && (await findAtPath(objects.readTree, await root(commit), posix.join(folder, '.gitignore')));
    if (!found || !isFileMode(found.mode)) return [];
    const blob = await objects.find(found.id, MAX_IGNORE_BYTES).catch(() => undefined);
    return blob ? [parseIgnoreFile(blob.content.toString(), folder)] : [];
  });
  /** The files that count in a folder, the least important first. */
  const filesFor = onceEach(async (folder: string): Promise<readonly IgnoreFile[]> => {
    const above = folder === '' ? [everywhere] : await filesFor(parentFolderOf(folder));
    return [...above, ...(await ignoreFileOf(folder))];
  });
  /** Git does not look into an ignored folder: nothing below it can be an exception. */
  const ignoredFolder = onceEach(async (folder: string): Promise<string | null> => {
    if (folder === '') return null;
    return (await ignoredFolder(parentFolderOf(folder))) ?? look(folder.slice(0, -1), true);
  });
  const look = async (path: string, isFolder: boolean): Promise<string | null> =>
    isIgnoredIn(await filesFor(parentFolderOf(path)), path, isFolder) ? path : null;

  return async (path) => (await ignoredFolder(parentFolderOf(path))) ?? look(path, false);
}

/** The folder of a path, or of a folder, with its slash; empty: the root. */
const parentFolderOf = (path: string): string => path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
