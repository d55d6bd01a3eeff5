import { type BigIntStats, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CmsError } from '../model/errors.ts';
import type { DurableFs } from './durableFs.ts';
import { DamagedIndex, EMPTY_INDEX, type GitIndex, readIndex } from './indexFile.ts';
import { type IndexChange, patchIndex, serialiseIndex } from './indexPatch.ts';
import type { SideFolder } from './sideFolder.ts';
import type { Undo } from './undo.ts';

/** The index file of one worktree. Call it under `index.lock` only. */
export interface IndexStore {
  /** Throws as `readIndex` does. */
  read(): GitIndex;
  /** Replaces the index last read with one that has these changes. */
  replace(changes: readonly IndexChange[], side: SideFolder, undo: Undo): Promise<void>;
  /** Puts an index in the place of a damaged file, which is kept beside; gives where. */
  rebuild(index: GitIndex, side: SideFolder): Promise<string>;
  /** Whether somebody else has replaced the file since it was last read or written here. */
  isForeign(): boolean;
  /** The index as it is now, for a look without the lock; null where it cannot be read. */
  peek(): GitIndex | null;
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
  /** Whether entries that git could mistake for unchanged are marked when the file is replaced. */
  readonly smudges: boolean;
}

const ABSENT: Loaded = { index: EMPTY_INDEX, stamp: '', mtimeSeconds: Number.POSITIVE_INFINITY, mode: 0o666 };

export function createIndexStore({ gitDir, fs, smudges }: Options): IndexStore {
  const path = join(gitDir, 'index');
  let last = ABSENT;

  /** A file that replaces another always has another inode, so equal stamps mean the index we have in memory. */
  const stampOf = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs}`;
  const statOf = (): BigIntStats | undefined => statSync(path, { bigint: true, throwIfNoEntry: false });

  function load(known?: GitIndex): Loaded {
    const stat = statOf();
    if (!stat) return ABSENT;
    const stamp = stampOf(stat);
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
      const racyFromSeconds = smudges ? last.mtimeSeconds : Number.POSITIVE_INFINITY;
      const patched = patchIndex(last.index, { changes, racyFromSeconds });
      const fresh = side.newPath('index');
      await fs.writeSynced(fresh, serialiseIndex(patched), last.mode);
      const old = last === ABSENT ? null : side.newPath('old');
      if (old) fs.link(path, old);
      fs.rename(fresh, path);
      undo.push(() => (old ? fs.rename(old, path) : fs.remove(path)));
      last = load(patched);
    },
    async rebuild(index, side) {
      const fresh = side.newPath('index');
      await fs.writeSynced(fresh, serialiseIndex(index));
      const kept = freePath(`${path}.quire-damaged-`);
      fs.link(path, kept);
      fs.rename(fresh, path);
      last = load(index);
      return kept;
    },
    peek() {
      try {
        return load().index;
      } catch (error) {
        if (error instanceof DamagedIndex || error instanceof CmsError) return null;
        throw error;
      }
    },
    isForeign: () => {
      const stat = statOf();
      return (stat ? stampOf(stat) : '') !== last.stamp;
    },
  };
}

function freePath(prefix: string): string {
  let number = 1;
  while (existsSync(`${prefix}${number}`)) number++;
  return `${prefix}${number}`;
}
