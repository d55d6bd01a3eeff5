import { type BigIntStats, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobId } from '../lib/blobId.ts';
import { conflict } from '../model/errors.ts';
import { type FileSwap, lstatOrNull, type Stats } from './fileSwap.ts';

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
