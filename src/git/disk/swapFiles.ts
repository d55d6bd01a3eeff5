import { type BigIntStats, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { conflict } from '../../model/errors.ts';
import { because, fileInTheWay } from '../../model/reason.ts';
import type { DurableFs } from './durableFs.ts';
import { type FileSwap, lstatOrNull, type Stats } from './fileSwap.ts';
import { removeEmptyFolder } from './removeEmptyFolder.ts';
import type { SideFolder } from './sideFolder.ts';
import type { Undo } from './undo.ts';

interface SwapRequest {
  readonly root: string;
  readonly fs: DurableFs;
  readonly side: SideFolder;
  readonly swaps: readonly FileSwap[];
  readonly seen: Stats;
  readonly undo: Undo;
  /** One mode for all files and folders; without it, a file keeps the mode of the one it replaces. */
  readonly modes?: { readonly file: number; readonly folder: number };
}

export interface SwapResult {
  /** Those of the new files. */
  readonly stats: Stats;
  /** The folders whose names have changed: absolute paths, some of them perhaps gone again. */
  readonly touched: ReadonlySet<string>;
  /** The folders that files have left, relative to the root: see `removeEmptied`. */
  readonly left: ReadonlySet<string>;
}

/**
 * Makes every swap: removals first, then the new files from where they wait, with the mode of the file they
 * replace. What was replaced stays in the side folder until that is cleared. Pauses for others where there are many.
 */
export async function swapFiles(request: SwapRequest): Promise<SwapResult> {
  const touched = new Set<string>();
  const left = new Set<string>();
  const yieldIfBusy = createYieldIfBusy();
  const changing = request.swaps.filter((swap) => swap.before !== swap.after || swap.isExecutable !== undefined);
  for (const swap of changing) {
    if (swap.after === null && moveFileAside(request, swap.path)) left.add(dirname(swap.path));
    await yieldIfBusy();
  }
  const stats = new Map(request.seen);
  for (const { path, side, isExecutable } of changing) {
    if (side !== null) stats.set(path, replaceWorkingFile(request, { path, fresh: side, touched, isExecutable }));
    await yieldIfBusy();
  }
  for (const folder of left) touched.add(join(request.root, folder));
  return { stats, touched, left };
}

/**
 * Removes those of the folders that are empty, and parents that become empty. Returns the folders whose names have
 * changed. Call it once nothing can be undone any more: a full disk has no room for a folder that is needed again. One
 * that cannot be removed stays, as git knows no empty folders.
 */
export function removeEmptied(
  { root, fs }: { readonly root: string; readonly fs: Pick<DurableFs, 'removeFolder'> },
  left: Iterable<string>,
): ReadonlySet<string> {
  const touched = new Set<string>();
  for (const folder of left) touched.add(removeEmptyFolders(root, join(root, folder), fs));
  return touched;
}

/** Moves a file out of its folder; false if there is none. */
function moveFileAside({ root, fs, side, seen, undo, modes }: SwapRequest, path: string): boolean {
  const target = join(root, path);
  const stat = seen.get(path) ?? null;
  requireUnchanged(root, path, stat);
  if (!stat) return false;
  const old = side.newPath('old');
  fs.rename(target, old);
  undo.push(() => {
    // On a full disk, even a folder that exists could not be made.
    if (!lstatOrNull(dirname(target))) fs.makeFolder(dirname(target), modes?.folder);
    fs.rename(old, target);
  });
  return true;
}

interface FileReplacement {
  readonly path: string;
  readonly fresh: string;
  readonly touched: Set<string>;
  readonly isExecutable: boolean | undefined;
}

/** Everybody who may read a program may run it. */
const withExecutable = (mode: number, isExecutable: boolean | undefined): number => {
  if (isExecutable === undefined) return mode;
  return isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
};

function replaceWorkingFile(
  { root, fs, side, seen, undo, modes }: SwapRequest,
  { path, fresh, touched, isExecutable }: FileReplacement,
): BigIntStats {
  const target = join(root, path);
  const stat = seen.get(path) ?? null;
  requireUnchanged(root, path, stat);
  // One whose files have been removed makes room.
  if (!stat) removeEmptyFolder(fs, target);
  const made = stat ? undefined : fs.makeFolder(dirname(target), modes?.folder);
  if (made) undo.push(() => removeEmptyFolders(dirname(made), dirname(target), fs));
  const old = stat && side.newPath('old');
  if (old) fs.link(target, old);
  const ready = lstatSync(fresh, { bigint: true });
  const mode = stat && (modes?.file ?? withExecutable(Number(stat.mode & 0o7777n), isExecutable));
  if (mode !== null && mode !== Number(ready.mode & 0o7777n)) fs.chmod(fresh, mode);
  fs.rename(fresh, target);
  undo.push(() => (old ? fs.rename(old, target) : fs.remove(target)));
  const last = made ? dirname(made) : dirname(target);
  for (let folder = dirname(target); folder !== last; folder = dirname(folder)) touched.add(folder);
  touched.add(last);
  return statReplacedFile(ready, target);
}

/** The stat of the file in its place; with size 0, which makes git read the content, if somebody has already written to it. */
function statReplacedFile(ready: BigIntStats, target: string): BigIntStats {
  const now = lstatOrNull(target);
  const same = now?.mtimeNs === ready.mtimeNs && now.size === ready.size && now.ino === ready.ino;
  return same ? now : { ...ready, size: 0n };
}

/** The last look before a file is replaced: the smaller this gap, the less often somebody's save is lost in it. */
function requireUnchanged(root: string, path: string, seen: BigIntStats | null): void {
  requireRealFolders(root, dirname(path));
  const now = lstatOrNull(join(root, path));
  const same = now?.mtimeNs === seen?.mtimeNs && now?.size === seen?.size && now?.ino === seen?.ino;
  if (!same && !(seen === null && now?.isDirectory()))
    throw conflict(because('overtaken', `${path} has just been changed by someone else`, { path }), [path]);
}

/** Refuses to write through a link that has just replaced a folder, even if the same file is behind it. */
function requireRealFolders(root: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    if (lstatOrNull(join(root, path))?.isDirectory() === false)
      throw conflict(fileInTheWay(path, `${path} has just been replaced: it is no longer a folder`), [path]);
  }
}

/** Removes the folder and its parents below the root, as far as they are empty; returns the first that stays. */
function removeEmptyFolders(root: string, folder: string, fs: Pick<DurableFs, 'removeFolder'>): string {
  for (let path = folder; path !== root; path = dirname(path)) {
    try {
      fs.removeFolder(path);
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) return path;
    }
  }
  return root;
}
