import { type FSWatcher, watch as fsWatch, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

/** Hears of changes directly in folders, with one watch per folder. */
export interface FolderWatches {
  /** Watches a folder from now on; watches it again if another folder has replaced it. */
  add(folder: string): void;
  /** Stops watching the folder at a path and those below it; false if it was not watched. */
  remove(path: string): boolean;
  close(): void;
}

/** The part of `fs.watch` that is used here. */
export type WatchFolder = (folder: string, hear: (name: string | null) => void) => FSWatcher;

interface Options {
  /** The folder that all paths are relative to. */
  readonly root: string;
  /** Called when something has happened at a path; with the folder if the system does not say which. */
  onChange(path: string): void;
  /** Called when a folder cannot be watched because the system has no watches left. */
  onFailure(error: unknown): void;
  readonly watchFolder?: WatchFolder;
}

interface WatchedFolder {
  /** Empty if another folder may have replaced it, perhaps with the same inode. */
  readonly inode: string;
  readonly watcher: FSWatcher;
}

const watchNatively: WatchFolder = (folder, hear) => fsWatch(folder, { persistent: false }, (_, name) => hear(name));

export function createFolderWatches({ root, onChange, onFailure, watchFolder }: Options): FolderWatches {
  const watch = watchFolder ?? watchNatively;
  const watched = new Map<string, WatchedFolder>();

  function forget(folder: string): void {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  }

  function start(folder: string, inode: string): void {
    const path = join(root, folder);
    const distrust = (): void => {
      watched.set(folder, { inode: '', watcher });
      onChange(folder);
    };
    const watcher = watch(path, (name) => {
      // Linux reports events of the folder itself under its own name; something in it may have the same name.
      if (name === null || name === basename(path)) distrust();
      else onChange(joinFolderPath(folder, name));
    });
    // Windows reports a deleted folder as an error.
    watcher.on('error', distrust);
    watched.set(folder, { inode, watcher });
  }

  return {
    add(folder) {
      try {
        const stats = lstatSync(join(root, folder));
        const inode = `${stats.dev} ${stats.ino}`;
        if (watched.get(folder)?.inode === inode) return;
        forget(folder);
        if (stats.isDirectory()) start(folder, inode);
      } catch (error) {
        if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR')) onFailure(error);
      }
    },
    remove(path) {
      if (!watched.has(path)) return false;
      const below = joinFolderPath(path, '');
      for (const folder of watched.keys()) if (folder === path || folder.startsWith(below)) forget(folder);
      return true;
    },
    close() {
      for (const folder of watched.keys()) forget(folder);
    },
  };
}

const joinFolderPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
