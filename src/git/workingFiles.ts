import { type BigIntStats, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blobId } from '../lib/blobId.ts';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { conflict } from '../model/errors.ts';
import type { DurableFs } from './durableFs.ts';
import type { SideFolder } from './sideFolder.ts';
import type { Undo } from './undo.ts';

/** One working file on its way from one version to another. */
export interface FileSwap {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Blob ids; null: no file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Where the new bytes wait; null removes the file. */
  readonly side: string | null;
}

/** What lstat said of each path, null where there was nothing. */
export type Stats = ReadonlyMap<string, BigIntStats | null>;

export const lstatOrNull = (path: string): BigIntStats | null => {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
};

/**
 * Looks at every working file and gives what it found.
 *
 * @throws CmsError CONFLICT naming the path, when a file is not the old version (or, where files are adopted,
 *   already the new one), or something stands in its way
 */
export function checkWorkingFiles(root: string, swaps: readonly FileSwap[], adopts = false): Stats {
  const leaving = new Set(swaps.filter((swap) => swap.after === null).map((swap) => swap.path));
  const folders = new Set<string>();
  return new Map(
    swaps.map((swap) => {
      if (swap.after !== null) checkFolders(root, swap.path, { leaving, folders });
      return [swap.path, checkFile(root, swap, { leaving, adopts })];
    }),
  );
}

interface Seen {
  readonly leaving: ReadonlySet<string>;
  /** Folders that were found in order. */
  readonly folders: Set<string>;
}

interface FileRules {
  readonly leaving: ReadonlySet<string>;
  readonly adopts: boolean;
}

/** Every folder on the way is a real one, absent, or a file that this publish removes. */
function checkFolders(root: string, path: string, { leaving, folders }: Seen): void {
  const names = path.split('/').slice(0, -1);
  for (let depth = 1; depth <= names.length; depth++) {
    const folder = names.slice(0, depth).join('/');
    if (folders.has(folder)) continue;
    const stat = lstatOrNull(join(root, folder));
    if (stat && !stat.isDirectory() && !leaving.has(folder))
      throw conflict(`${folder} stands in the way of ${path}: it is not a folder`, [path]);
    folders.add(folder);
  }
}

function checkFile(
  root: string,
  { path, before, after }: FileSwap,
  { leaving, adopts }: FileRules,
): BigIntStats | null {
  const target = join(root, path);
  const stat = lstatOrNull(target);
  if (stat?.isDirectory() && before === null && onlyHolds(root, path, leaving)) return null;
  if (stat && !stat.isFile()) throw conflict(`${path} is not a regular file`, [path]);
  const present = stat && blobId(readFileSync(target));
  if (present !== before && !(adopts && present === after))
    throw conflict(`${path} has changes that are not committed`, [path]);
  return stat;
}

/** Whether a folder will be gone once these files are. */
function onlyHolds(root: string, folder: string, leaving: ReadonlySet<string>): boolean {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return (
    entries.length > 0 &&
    entries.every((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? onlyHolds(root, path, leaving) : leaving.has(path);
    })
  );
}

interface SwapRequest {
  readonly root: string;
  readonly fs: DurableFs;
  readonly side: SideFolder;
  readonly swaps: readonly FileSwap[];
  readonly seen: Stats;
  readonly undo: Undo;
  /** Where all files and folders have one mode; else a file keeps that of the one it replaces. */
  readonly modes?: { readonly file: number; readonly folder: number };
}

/** The new files' stats, and the folders whose names have changed: absolute paths, some of them perhaps gone again. */
export interface Swapped {
  readonly stats: Stats;
  readonly touched: ReadonlySet<string>;
}

/**
 * Makes every swap: removals first, then the new files from where they wait, with the mode of the file they
 * replace. What was replaced stays in the side folder until that is cleared.
 */
export function swapFiles(request: SwapRequest): Swapped {
  const { root, swaps } = request;
  const touched = new Set<string>();
  const changing = swaps.filter((swap) => swap.before !== swap.after);
  for (const swap of changing) if (swap.after === null) takeAway(request, swap.path, touched);
  for (const { path, side } of changing) if (side !== null) putInPlace(request, { path, fresh: side, touched });
  const stats = new Map(swaps.map(({ path }) => [path, lstatOrNull(join(root, path))]));
  return { stats, touched };
}

function takeAway({ root, fs, side, seen, undo, modes }: SwapRequest, path: string, touched: Set<string>): void {
  const target = join(root, path);
  const stat = seen.get(path) ?? null;
  requireUnchanged(target, path, stat);
  if (!stat) return;
  const old = side.newPath('old');
  fs.rename(target, old);
  undo.push(() => {
    fs.makeFolder(dirname(target), modes?.folder);
    fs.rename(old, target);
  });
  touched.add(removeEmptyFolders(root, dirname(path), fs));
}

interface Placement {
  readonly path: string;
  readonly fresh: string;
  readonly touched: Set<string>;
}

function putInPlace({ root, fs, side, seen, undo, modes }: SwapRequest, { path, fresh, touched }: Placement): void {
  const target = join(root, path);
  const stat = seen.get(path) ?? null;
  requireUnchanged(target, path, stat);
  const made = fs.makeFolder(dirname(target), modes?.folder);
  if (made) undo.push(() => removeEmptyFolders(root, dirname(path), fs));
  const old = stat && side.newPath('old');
  if (old && stat) {
    fs.link(target, old);
    fs.chmod(fresh, modes?.file ?? Number(stat.mode & 0o7777n));
  }
  fs.rename(fresh, target);
  undo.push(() => (old ? fs.rename(old, target) : fs.remove(target)));
  const last = made ? dirname(made) : dirname(target);
  for (let folder = dirname(target); folder !== last; folder = dirname(folder)) touched.add(folder);
  touched.add(last);
}

/** The last look before a file is replaced: the smaller this gap, the rarer somebody's save gets lost in it. */
function requireUnchanged(target: string, path: string, seen: BigIntStats | null): void {
  const now = lstatOrNull(target);
  const same = now?.mtimeNs === seen?.mtimeNs && now?.size === seen?.size && now?.ino === seen?.ino;
  if (!same && !(seen === null && now?.isDirectory()))
    throw conflict(`${path} has just been changed by somebody else`, [path]);
}

/** Removes the folder and its parents below the root, as far as they are empty; gives the first that stays. */
function removeEmptyFolders(root: string, folder: string, fs: Pick<DurableFs, 'removeFolder'>): string {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    try {
      fs.removeFolder(join(root, path));
    } catch (error) {
      if (hasErrorCode(error, 'ENOTEMPTY', 'EEXIST')) return join(root, path);
      if (!hasErrorCode(error, 'ENOENT')) throw error;
    }
  }
  return root;
}
