import { existsSync, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { blobId } from '../../lib/text/blobId.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { readFileBytes } from '../../store/file/readFileBytes.ts';
import { type Home, isLookedAt } from '../../store/home.ts';
import type { Indexer } from '../folder/indexer.ts';
import { createFolderWatches, type FolderWatches, type WatchFolder } from './folderWatches.ts';
import { createSweep, type Sweep } from './sweep.ts';

/** Hears of changes in the folders of a home. */
export interface HomeWatch {
  /** The paths that must be read again, of those touched since the last call. */
  take(): Promise<readonly string[]>;
  /** Keeps these paths for the next call of `take`. */
  keep(paths: Iterable<string>): void;
  /** Checks the stat of every file, and watches every folder that is not watched yet. */
  sweep(): Promise<void>;
  close(): void;
}

interface Options {
  readonly root: string;
  readonly home: Home;
  readonly indexer: Indexer;
  readonly cache: ParseCache;
  onTouch(): void;
  /** Called when files that tell git how to treat the content have changed. */
  onAttributes(): void;
  onFailure(error: unknown): void;
  readonly watchFolder?: WatchFolder;
}

/** If this many paths arrive at once, the system may have dropped others. */
const MANY = 1000;

export function createHomeWatch(options: Options): HomeWatch {
  const { root, home, indexer, cache, onTouch, onAttributes, onFailure, watchFolder } = options;
  let touched = new Set<string>();
  /**
   * Whether the home's folder is gone. No watch reports its return, such as when git checks out a branch that has it.
   */
  let isGone = false;

  function hear(path: string): void {
    if (path.endsWith('.gitattributes')) onAttributes();
    if (path !== '' && !isLookedAt(home, path)) return;
    touched.add(path);
    onTouch();
  }
  const watches = createFolderWatches({ root, onChange: hear, onFailure, ...(watchFolder && { watchFolder }) });
  const sweep = createSweep({ root, home, indexer, onFolder: watches.add });

  function keep(paths: Iterable<string>): void {
    for (const path of paths) touched.add(path);
  }

  return {
    keep,
    async take() {
      const paths = touched;
      touched = new Set();
      if (paths.size >= MANY || isGone) paths.add('');
      isGone = !existsSync(root);
      return [...(await resolveTouched(paths, { root, cache, indexer, sweep, watches }))];
    },
    sweep: async () => keep(await sweep()),
    close: watches.close,
  };
}

interface Parts {
  readonly root: string;
  readonly cache: ParseCache;
  readonly indexer: Pick<Indexer, 'known' | 'isTaken'>;
  readonly sweep: Sweep;
  readonly watches: Pick<FolderWatches, 'remove'>;
}

/** From this many folders on, sweeping all files is quicker than each folder. */
const MANY_FOLDERS = 20;

/**
 * The files to read again after something has happened at these paths, without those that we have written ourselves.
 */
async function resolveTouched(paths: Iterable<string>, parts: Parts): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  const lostFolders = new Set<string>();
  const folders: string[] = [];
  const files = new Map<string, Stats>();
  const yieldIfBusy = createYieldIfBusy();
  for (const path of paths) {
    const stats = lstatIfThere(join(parts.root, path));
    if (stats?.isDirectory()) folders.push(path);
    else if (parts.watches.remove(path)) lostFolders.add(path);
    if (!stats) changed.add(path);
    else if (!stats.isDirectory()) files.set(path, stats);
    await yieldIfBusy();
  }
  const isAll = folders.includes('') || folders.length > MANY_FOLDERS;
  for (const folder of isAll ? [''] : folders) for (const path of await parts.sweep(folder)) changed.add(path);
  for (const [path, stats] of isAll ? [] : files) {
    if (!isEcho(path, stats, parts)) changed.add(path);
    await yieldIfBusy();
  }
  // No event names the files that were in a deleted folder.
  if (lostFolders.size > 0)
    for (const path of parts.indexer.known()) if (isWithinFolders(lostFolders, path)) changed.add(path);
  return changed;
}

function lstatIfThere(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    // Its folder is a file now, or cannot be entered: reading the path reports it.
    return undefined;
  }
}

/**
 * Whether a file is the version that was last read or written here: judged by its stat, or by its bytes if the stat is
 * too recent.
 */
function isEcho(path: string, stats: Stats, { root, cache, indexer }: Parts): boolean {
  const isTaken = indexer.isTaken(path, stats);
  if (isTaken !== undefined) return isTaken;
  return blobIdOnDisk(root, path) === cache.get(path)!.rev;
}

/** The blob id of a file; undefined if it cannot be read, which reading the path reports. */
function blobIdOnDisk(root: string, path: string): string | undefined {
  try {
    const bytes = readFileBytes(root, path);
    return bytes ? blobId(bytes) : undefined;
  } catch {
    return undefined;
  }
}

function isWithinFolders(folders: ReadonlySet<string>, path: string): boolean {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    if (folders.has(path.slice(0, slash))) return true;
  return false;
}
