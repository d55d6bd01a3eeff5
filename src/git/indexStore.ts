import { type BigIntStats, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CmsError } from '../model/errors.ts';
import type { DurableFs } from './durableFs.ts';
import { DamagedIndex, EMPTY_INDEX, type GitIndex, readIndex } from './indexFile.ts';
import { completeIndex, draftIndex, type IndexChange, type IndexDraft, serialiseIndex } from './indexPatch.ts';
import type { SideFolder } from './sideFolder.ts';
import type { Undo } from './undo.ts';

/** The index file of one worktree. Call it under `index.lock` only. */
export interface IndexStore {
  /** Throws as `readIndex` does. */
  read(): GitIndex;
  /**
   * Writes the index that these changes will make, as far as that can be known before the files are in place. May be
   * called without the lock; null where there are none, or the index cannot be read.
   */
  prepare(changes: readonly IndexChange[], side: SideFolder): Promise<PreparedIndex | null>;
  /** Replaces the index last read with one that has these changes: the prepared one, if it was made of that index. */
  replace(changes: readonly IndexChange[], options: ReplaceOptions): Promise<void>;
  /** Puts an index in the place of a damaged file, which is kept beside; gives where. */
  rebuild(index: GitIndex, side: SideFolder): Promise<string>;
  /** Whether somebody else has replaced the file since it was last read or written here. */
  isForeign(): boolean;
  /** The index as it is now, for a look without the lock; null where it cannot be read. */
  peek(): GitIndex | null;
}

/** An index file that waits beside its place. */
export interface PreparedIndex {
  readonly path: string;
  readonly draft: IndexDraft;
  /** Of the index it was made of. */
  readonly stamp: string;
}

interface ReplaceOptions {
  readonly side: SideFolder;
  readonly undo: Undo;
  readonly prepared?: PreparedIndex | null;
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

  function peek(): Loaded | null {
    try {
      return load();
    } catch (error) {
      if (error instanceof DamagedIndex || error instanceof CmsError) return null;
      throw error;
    }
  }

  const draftOf = ({ index, mtimeSeconds }: Loaded, changes: readonly IndexChange[]): IndexDraft =>
    draftIndex(index, { changes, racyFromSeconds: smudges ? mtimeSeconds : Number.POSITIVE_INFINITY });

  return {
    read() {
      last = load();
      return last.index;
    },
    async prepare(changes, side) {
      const loaded = changes.length > 0 ? peek() : null;
      if (!loaded) return null;
      const draft = draftOf(loaded, changes);
      const path = side.newPath('index');
      await fs.writeSynced(path, draft.file, loaded.mode);
      return { path, draft, stamp: loaded.stamp };
    },
    async replace(changes, { side, undo, prepared }) {
      const ready = prepared?.stamp === last.stamp ? prepared : null;
      const draft = ready?.draft ?? draftOf(last, changes);
      const patches = completeIndex(draft, changes);
      const fresh = ready?.path ?? side.newPath('index');
      if (ready) await fs.patchSynced(fresh, patches);
      else await fs.writeSynced(fresh, draft.file, last.mode);
      const old = last === ABSENT ? null : side.newPath('old');
      if (old) fs.link(path, old);
      fs.rename(fresh, path);
      undo.push(() => (old ? fs.rename(old, path) : fs.remove(path)));
      last = load(draft.index);
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
    peek: () => peek()?.index ?? null,
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
