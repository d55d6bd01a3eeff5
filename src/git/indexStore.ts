import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DurableFs } from './durableFs.ts';
import { EMPTY_INDEX, type GitIndex, readIndex } from './indexFile.ts';
import { type IndexChange, patchIndex, serialiseIndex } from './indexPatch.ts';
import type { SideFolder } from './sideFolder.ts';
import type { Undo } from './undo.ts';

/** The index file of one worktree. Call it under `index.lock` only. */
export interface IndexStore {
  /** Throws as `readIndex` does. */
  read(): GitIndex;
  /** Replaces the index last read with one that has these changes. */
  replace(changes: readonly IndexChange[], side: SideFolder, undo: Undo): Promise<void>;
}

interface Loaded {
  readonly index: GitIndex;
  readonly stamp: string;
  readonly mtimeSeconds: number;
  readonly mode: number;
}

interface Options {
  readonly gitDir: string;
  readonly fs: DurableFs;
}

const ABSENT: Loaded = { index: EMPTY_INDEX, stamp: '', mtimeSeconds: Number.POSITIVE_INFINITY, mode: 0o666 };

export function createIndexStore({ gitDir, fs }: Options): IndexStore {
  const path = join(gitDir, 'index');
  let last = ABSENT;

  /** A file that replaces another always has another inode, so equal stamps mean the index we have in memory. */
  function load(known?: GitIndex): Loaded {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!stat) return ABSENT;
    const stamp = `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
    if (stamp === last.stamp) return last;
    const index = known ?? readIndex(readFileSync(path));
    return { index, stamp, mtimeSeconds: Number(stat.mtimeNs / 1_000_000_000n), mode: Number(stat.mode & 0o777n) };
  }

  return {
    read() {
      last = load();
      return last.index;
    },
    async replace(changes, side, undo) {
      const patched = patchIndex(last.index, { changes, racyFromSeconds: last.mtimeSeconds });
      const fresh = side.newPath('index');
      await fs.writeSynced(fresh, serialiseIndex(patched), last.mode);
      const old = last === ABSENT ? null : side.newPath('old');
      if (old) fs.link(path, old);
      fs.rename(fresh, path);
      undo.push(() => (old ? fs.rename(old, path) : fs.remove(path)));
      last = load(patched);
    },
  };
}
