import { type BigIntStats, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { conflict } from '../../model/errors.ts';
import { because, fileInTheWay } from '../../model/reason.ts';
import { type FileSwap, lstatOrNull, type Stats } from './fileSwap.ts';
import { type FilesAhead, readBlobId } from './filesAhead.ts';

interface WorkingFiles {
  readonly root: string;
  readonly swaps: readonly FileSwap[];
  readonly ahead: FilesAhead;
  /** Accepts files that already are the new version. */
  readonly adopts?: boolean;
}

/**
 * Checks every working file and returns its stat.
 *
 * @throws CmsError CONFLICT naming the path, when a file is not the old version (or, where files are adopted,
 *   already the new one), or something is in its way
 */
export async function checkWorkingFiles({ root, swaps, ahead, adopts = false }: WorkingFiles): Promise<Stats> {
  const leaving = new Set(swaps.filter((swap) => swap.after === null).map((swap) => swap.path));
  const folders = new Set<string>();
  const stats = new Map<string, BigIntStats | null>();
  const yieldIfBusy = createYieldIfBusy();
  for (const swap of swaps) {
    if (swap.after !== null) checkFolders(root, swap.path, { leaving, folders });
    stats.set(swap.path, await checkFile(root, swap, { leaving, ahead, adopts }));
    await yieldIfBusy();
  }
  return stats;
}

interface CheckedFolders {
  readonly leaving: ReadonlySet<string>;
  /** Folders that have passed the check. */
  readonly folders: Set<string>;
}

interface FileRules extends Required<Pick<WorkingFiles, 'ahead' | 'adopts'>> {
  readonly leaving: ReadonlySet<string>;
}

/** Requires every folder on the way to be a real one, absent, or a file that this publish removes. */
function checkFolders(root: string, path: string, { leaving, folders }: CheckedFolders): void {
  const names = path.split('/').slice(0, -1);
  for (let depth = 1; depth <= names.length; depth++) {
    const folder = names.slice(0, depth).join('/');
    if (folders.has(folder)) continue;
    const stat = lstatOrNull(join(root, folder));
    if (stat && !stat.isDirectory() && !leaving.has(folder))
      throw conflict(fileInTheWay(folder, `${folder} is in the way of ${path}: it is not a folder`), [path]);
    folders.add(folder);
  }
}

async function checkFile(
  root: string,
  { path, before, after }: FileSwap,
  { leaving, ahead, adopts }: FileRules,
): Promise<BigIntStats | null> {
  const target = join(root, path);
  const stat = lstatOrNull(target);
  if (stat?.isDirectory() && before === null && containsOnly(root, path, leaving)) return null;
  if (stat && !stat.isFile()) throw conflict(fileInTheWay(path, `${path} is not a regular file`), [path]);
  const present = stat && (await readBlobId(target, stat, ahead.get(path)));
  if (present !== before && !(adopts && present === after))
    throw conflict(because('uncommitted', `${path} has changes that are not committed`, { path }), [path]);
  return stat;
}

/** Whether a folder will be gone once these files are. */
function containsOnly(root: string, folder: string, leaving: ReadonlySet<string>): boolean {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return (
    entries.length > 0 &&
    entries.every((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? containsOnly(root, path, leaving) : leaving.has(path);
    })
  );
}
