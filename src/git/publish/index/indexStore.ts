import { type BigIntStats, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { hasErrorCode } from '../../../lib/disk/hasErrorCode.ts';
import { CmsError } from '../../../model/errors.ts';
import type { DurableFs, FilePatch } from '../../disk/durableFs.ts';
import type { SideFolder } from '../../disk/sideFolder.ts';
import type { Undo } from '../../disk/undo.ts';
import { DamagedIndex, readIndex } from '../../format/index/indexFile.ts';
import { EMPTY_INDEX, type GitIndex } from '../../format/index/indexLayout.ts';
import { indexBackupPath } from '../recover/journal.ts';
import type { IndexCopy } from './indexCopy.ts';
import {
  completeIndex,
  draftIndex,
  type IndexChange,
  type IndexDraft,
  serialiseIndex,
  type YoungEntries,
} from './indexPatch.ts';

/** The index file of one worktree. Call it under `index.lock` only. */
export interface IndexStore {
  /** Throws as `readIndex` does. */
  read(): GitIndex;
  /**
   * Writes the index with these changes, as far as it can be known before the files are in place. May be called without
   * the lock; null if there are no changes, or the index cannot be read.
   */
  prepare(changes: readonly IndexChange[], side: SideFolder): Promise<PreparedIndex | null>;
  /**
   * Gives the present index a second name, which must be durable before anything is put in place and is removed once the
   * new index is durable. So the new one may be put in place before that: if it is torn, this one is restored. May be
   * called without the lock.
   */
  keep(): void;
  /** Replaces a torn index by the one that was kept. Nobody else may have changed the index since. */
  restore(side: SideFolder): void;
  /**
   * Replaces the index last read with one that has these changes: the prepared one, if it was made from that index.
   * Durable when it resolves, unless the index last read is kept.
   */
  replace(changes: readonly IndexChange[], options: ReplaceOptions): Promise<void>;
  /** Replaces a damaged file by this index, and returns the path where the damaged file is kept. */
  rebuild(index: GitIndex, side: SideFolder): Promise<string>;
  /** Whether somebody else has replaced the file since it was last read for a write, written here, or accepted. */
  isForeign(): boolean;
  /** Accepts an index that was peeked at: nothing in it needs repair. If there is a newer one by now, that one stays foreign. */
  accept(index: GitIndex): void;
  /** Makes the next replacement quicker, off the request: see `IndexCopy`. */
  copyAhead(): void;
  /** The index as it is now, read without the lock, so that reading it under the lock takes no time; null if it cannot be read. */
  peek(): GitIndex | null;
}

/** An index file that waits beside its place. */
export interface PreparedIndex {
  /** Null: it is made from the copy made ahead. */
  readonly path: string | null;
  readonly draft: IndexDraft;
  /** The stamp of the index it was made from. */
  readonly stamp: string;
}

interface ReplaceOptions {
  readonly side: SideFolder;
  readonly undo: Undo;
  readonly prepared?: PreparedIndex | null;
}

interface LoadedIndex {
  readonly index: GitIndex;
  readonly stamp: string;
  readonly mtimeSeconds: number;
  readonly mode: number;
  /** The whole file, if it was written here. */
  readonly file?: Buffer | undefined;
  readonly young?: YoungEntries | undefined;
}

interface Options {
  readonly gitDir: string;
  readonly sidePath: string;
  readonly fs: DurableFs;
  readonly copy: IndexCopy;
}

const ABSENT: LoadedIndex = { index: EMPTY_INDEX, stamp: '', mtimeSeconds: Number.POSITIVE_INFINITY, mode: 0o666 };

/** The store's memory. */
interface State {
  readonly fs: DurableFs;
  readonly copy: IndexCopy;
  readonly path: string;
  /** The second name of the index that a write starts from. */
  readonly kept: string;
  last: LoadedIndex;
  /** The stamp of the last index that is not foreign. */
  known: string;
  /** The bytes of the file before the last one, which nobody uses any more. */
  spare: Buffer | undefined;
}

export function createIndexStore({ gitDir, sidePath, fs, copy }: Options): IndexStore {
  const path = join(gitDir, 'index');
  const state: State = {
    fs,
    copy,
    path,
    kept: indexBackupPath(sidePath),
    last: ABSENT,
    known: ABSENT.stamp,
    spare: undefined,
  };
  return {
    keep: () => linkIndexBackup(state),
    restore: (side) => restoreIndexBackup(state, side),
    read() {
      recordLoadedIndex(state, load(state));
      return state.last.index;
    },
    prepare: (changes, side) => prepareIndex(state, changes, side),
    replace: (changes, options) => replaceIndexFile(state, changes, options),
    rebuild: (index, side) => rebuild(state, index, side),
    copyAhead() {
      const { file, stamp, mode } = state.last;
      if (file) copy.make({ file, stamp, mode });
    },
    peek: () => peek(state)?.index ?? null,
    isForeign: () => readIndexStamp(path) !== state.known,
    accept(index) {
      if (state.last.index === index) state.known = state.last.stamp;
    },
  };
}

function load({ path, last }: State, known?: Pick<IndexDraft, 'index' | 'file' | 'young'>): LoadedIndex {
  const stat = statOf(path);
  if (!stat) return ABSENT;
  const stamp = indexStamp(stat);
  if (stamp === last.stamp) return last;
  const index = known?.index ?? readIndex(readFileSync(path));
  const mtimeSeconds = Number(stat.mtimeNs / 1_000_000_000n);
  return { index, stamp, mtimeSeconds, mode: Number(stat.mode & 0o777n), file: known?.file, young: known?.young };
}

function recordLoadedIndex(state: State, loaded: LoadedIndex): void {
  state.last = loaded;
  state.known = loaded.stamp;
}

function peek(state: State): LoadedIndex | null {
  const loaded = unlessUnreadable(() => load(state));
  if (loaded) state.last = loaded;
  return loaded;
}

function linkIndexBackup({ fs, path, kept }: State): void {
  try {
    fs.link(path, kept);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
}

function restoreIndexBackup({ fs, path, kept }: State, side: SideFolder): void {
  if (!isDamaged(path) || !existsSync(kept) || isDamaged(kept)) return;
  const fresh = side.newPath('index');
  fs.link(kept, fresh);
  fs.rename(fresh, path);
}

async function prepareIndex(
  state: State,
  changes: readonly IndexChange[],
  side: SideFolder,
): Promise<PreparedIndex | null> {
  const { fs, copy } = state;
  const loaded = changes.length > 0 ? peek(state) : null;
  if (!loaded) return null;
  const { stamp, mode } = loaded;
  // Other writes wait for the disk from the next turn on: reading through the index in that time costs nothing.
  if (copy.isOf(stamp)) await nextRound().then(nextRound);
  const draft = draftChangedIndex(state, loaded, changes);
  if (draft.differing && (await copy.isThere(stamp))) return { path: null, draft, stamp };
  const path = side.newPath('index');
  await fs.writeSynced(path, draft.file, mode);
  return { path, draft, stamp };
}

async function replaceIndexFile(
  state: State,
  changes: readonly IndexChange[],
  { side, undo, prepared }: ReplaceOptions,
): Promise<void> {
  const { fs, copy, path, kept, last } = state;
  const ready = prepared?.stamp === last.stamp ? prepared : null;
  const draft = ready?.draft ?? draftChangedIndex(state, last, changes);
  const patches = completeIndex(draft, changes);
  undo.push(copy.discard);
  const fresh = ready ? patchPreparedIndex(state, ready, patches) : await writeNewIndex(state, draft, side);
  const isKept = last !== ABSENT && readIndexStamp(kept) === last.stamp;
  if (ready && !isKept) await fs.sync(fresh);
  const old = isKept ? kept : secondName(state, side);
  fs.rename(fresh, path);
  undo.push(() => (old ? fs.rename(old, path) : fs.remove(path)));
  state.spare = last.file;
  recordLoadedIndex(state, load(state, draft));
}

const draftChangedIndex = (
  { spare }: State,
  { index, mtimeSeconds, young }: LoadedIndex,
  changes: readonly IndexChange[],
) => draftIndex(index, { changes, racyFromSeconds: mtimeSeconds, young, into: spare });

async function writeNewIndex({ fs, last }: State, { file }: IndexDraft, side: SideFolder): Promise<string> {
  const fresh = side.newPath('index');
  await fs.writeSynced(fresh, file, last.mode);
  return fresh;
}

/** Brings the prepared file, or the copy that it is made from, up to date. */
function patchPreparedIndex(
  { fs, copy }: State,
  { path, draft }: PreparedIndex,
  patches: readonly FilePatch[],
): string {
  const fresh = path ?? copy.path();
  fs.patch(fresh, path === null ? [...draft.differing!, ...patches] : patches);
  return fresh;
}

function secondName({ fs, path, last }: State, side: SideFolder): string | null {
  if (last === ABSENT) return null;
  const old = side.newPath('old');
  fs.link(path, old);
  return old;
}

async function rebuild(state: State, index: GitIndex, side: SideFolder): Promise<string> {
  const { fs, path } = state;
  const fresh = side.newPath('index');
  await fs.writeSynced(fresh, serialiseIndex(index));
  const damaged = freePath(`${path}.quire-damaged-`);
  fs.link(path, damaged);
  fs.rename(fresh, path);
  recordLoadedIndex(state, load(state));
  return damaged;
}

/** A file that replaces another always has another inode, so an equal stamp means the index that is in memory. */
const indexStamp = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs}`;
const statOf = (file: string): BigIntStats | undefined => statSync(file, { bigint: true, throwIfNoEntry: false });
function readIndexStamp(file: string): string {
  const stat = statOf(file);
  return stat ? indexStamp(stat) : '';
}

/** The index as it is now, read without the lock; null if it cannot be read. */
export function peekIndex(gitDir: string): GitIndex | null {
  const path = join(gitDir, 'index');
  return existsSync(path) ? unlessUnreadable(() => readIndex(readFileSync(path))) : EMPTY_INDEX;
}

function isDamaged(path: string): boolean {
  try {
    if (existsSync(path)) readIndex(readFileSync(path));
    return false;
  } catch (error) {
    return error instanceof DamagedIndex;
  }
}

function unlessUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedIndex || error instanceof CmsError) return null;
    throw error;
  }
}

function freePath(prefix: string): string {
  let number = 1;
  while (existsSync(`${prefix}${number}`)) number++;
  return `${prefix}${number}`;
}
