import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { blobId } from '../../lib/text/blobId.ts';
import { createBreath } from '../../lib/turn/createBreath.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { readBytes } from '../../store/file/readBytes.ts';
import type { Indexer } from '../indexer.ts';
import type { FolderWatches } from './folderWatches.ts';
import type { Sweep } from './sweep.ts';

interface Parts {
  readonly root: string;
  readonly cache: ParseCache;
  readonly indexer: Pick<Indexer, 'known' | 'isTaken'>;
  readonly sweep: Sweep;
  readonly watches: Pick<FolderWatches, 'remove'>;
}

/** From this many folders on it is quicker to look at all files than at each folder. */
const MANY_FOLDERS = 20;

/** Which files are to be read again after something has happened at these paths: none for what we have written ourselves. */
export async function resolveTouched(paths: Iterable<string>, parts: Parts): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  const lostFolders = new Set<string>();
  const folders: string[] = [];
  const files = new Map<string, Stats>();
  const breath = createBreath();
  for (const path of paths) {
    const stats = lstatIfThere(join(parts.root, path));
    if (stats?.isDirectory()) folders.push(path);
    else if (parts.watches.remove(path)) lostFolders.add(path);
    if (!stats) changed.add(path);
    else if (!stats.isDirectory()) files.set(path, stats);
    await breath();
  }
  const isAll = folders.includes('') || folders.length > MANY_FOLDERS;
  for (const folder of isAll ? [''] : folders) for (const path of await parts.sweep(folder)) changed.add(path);
  for (const [path, stats] of isAll ? [] : files) {
    if (!isEcho(path, stats, parts)) changed.add(path);
    await breath();
  }
  // Of a folder that has gone nobody tells which files were in it.
  if (lostFolders.size > 0)
    for (const path of parts.indexer.known()) if (isWithin(lostFolders, path)) changed.add(path);
  return changed;
}

function lstatIfThere(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    // Its folder is a file now, or cannot be entered: whoever reads the path says so.
    return undefined;
  }
}

/** Whether a file is the one that was last read or written here: by its stat, or by its bytes where that is too young. */
function isEcho(path: string, stats: Stats, { root, cache, indexer }: Parts): boolean {
  const isTaken = indexer.isTaken(path, stats);
  if (isTaken !== undefined) return isTaken;
  return revOf(root, path) === cache.get(path)!.rev;
}

/** The blob id of a file; undefined where it cannot be read: whoever reads the path says why. */
function revOf(root: string, path: string): string | undefined {
  try {
    const bytes = readBytes(root, path);
    return bytes ? blobId(bytes) : undefined;
  } catch {
    return undefined;
  }
}

function isWithin(folders: ReadonlySet<string>, path: string): boolean {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    if (folders.has(path.slice(0, slash))) return true;
  return false;
}
