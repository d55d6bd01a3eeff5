import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { unavailable } from '../../model/errors.ts';
import type { DurableFs } from './durableFs.ts';
import { createSideFolder } from './sideFolder.ts';
import { createUndo } from './undo.ts';

/** Git's own lock files, held. */
export interface AcquiredLocks {
  /** Removes them, newest first; one that is no longer ours is left alone. */
  release(): void;
}

interface LockRequest {
  readonly fs: DurableFs;
  /** The lock files, in the order they are taken. */
  readonly paths: readonly string[];
  /** The file that they become links to, see `LockFile`. */
  readonly source: string;
  /** The text of that file, from `lockText`. */
  readonly text: string;
  readonly timeoutMs: number;
}

const LOCK = /^quire-lock pid=(\d+) started=(\S*) boot=(\S*) nonce=(\S+)\n$/;

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Without /proc (or without the file) nothing can be known.
    return '';
  }
}

const bootId = (): string => readOrEmpty('/proc/sys/kernel/random/boot_id').trim();
/** When a process started, in clock ticks since boot: field 22 of proc(5), counted from the command's closing bracket. */
const startedAt = (pid: number): string => readOrEmpty(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19] ?? '';

/** The text of this process's lock files: enough to tell later that their owner is gone. */
export const lockText = (nonce: string): string =>
  `quire-lock pid=${process.pid} started=${startedAt(process.pid)} boot=${bootId()} nonce=${nonce}\n`;

/** The part of a file's name that says which process made it. */
export const ownerTag = (): string => `quire-${process.pid}-${startedAt(process.pid) || '0'}`;

const OWNER_TAG = /quire-(\d+)-(\d+)/;

/** Whether the process that a file's name mentions is gone; false for names that mention none. */
export function isOwnerGone(name: string): boolean {
  const [, pid, started] = OWNER_TAG.exec(name) ?? [];
  return pid !== undefined && (!isAlive(Number(pid)) || (startedAt(Number(pid)) || '0') !== started);
}

/**
 * Takes all locks or none. Waits for others, a little longer each time, and holds none while it waits.
 *
 * @throws CmsError SERVICE_UNAVAILABLE with the lock's age when it is not free in time
 */
export async function acquireLocks(request: LockRequest): Promise<AcquiredLocks> {
  const deadline = performance.now() + request.timeoutMs;
  for (let attempt = 1; ; attempt++) {
    const taken = tryLocks(request);
    if ('release' in taken) return taken;
    if (performance.now() >= deadline) throw busy(taken.busy);
    await wait(Math.min(5 * attempt, 50) * (0.5 + Math.random()));
  }
}

function tryLocks({ fs, paths, source, text }: LockRequest): AcquiredLocks | { readonly busy: string } {
  const held: string[] = [];
  const release = (): void => {
    const undo = createUndo();
    for (const path of held.splice(0)) undo.push(() => readOrEmpty(path) === text && fs.remove(path));
    undo.run();
  };
  for (const path of paths) {
    try {
      fs.link(source, path);
      held.push(path);
    } catch (error) {
      release();
      if (hasErrorCode(error, 'EEXIST')) return { busy: path };
      if (!hasErrorCode(error, 'ENOENT')) throw error;
      // The folder of a packed branch like feature/x: git removes it when it is empty, perhaps right now.
      fs.makeFolder(dirname(path));
      return { busy: path };
    }
  }
  return { release };
}

function busy(path: string): Error {
  const file = basename(path);
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const age = since === undefined ? '' : `, ${Math.max(0, Math.round((Date.now() - since) / 1000))} seconds old`;
  return unavailable(
    `Another process holds git's lock (${file}${age}): if no git command is running, remove that file`,
    5,
  );
}

/** Removes Quire's own locks whose process is gone, in this order, and returns them; leaves every other file alone. */
export function sweepLocks(fs: DurableFs, paths: readonly string[]): readonly string[] {
  const stale = paths.filter((path) => isStaleLockText(readOrEmpty(path)));
  for (const path of stale) fs.remove(path);
  return stale;
}

function isStaleLockText(text: string): boolean {
  const [, pid, started, boot] = LOCK.exec(text) ?? [];
  if (pid === undefined) return false;
  return boot !== bootId() || started !== startedAt(Number(pid)) || !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasErrorCode(error, 'ESRCH');
  }
}

/**
 * The one file behind all our locks: each lock is a link to it. So nobody ever sees a lock without the text that says
 * whose it is, and none is empty after a power failure, at the cost of no fsync per write.
 */
export interface LockFile {
  /** Its path, with its text durable; makes the file if it is missing. */
  path(): Promise<string>;
  remove(): Promise<void>;
}

interface Options {
  readonly fs: DurableFs;
  readonly sidePath: string;
  /** From `lockText`. */
  readonly text: string;
}

export function createLockFile({ fs, sidePath, text }: Options): LockFile {
  const side = createSideFolder({ path: sidePath, fs });
  let made: string | null = null;
  return {
    async path() {
      if (made !== null && existsSync(made)) return made;
      const fresh = side.newPath('lock');
      await fs.writeSynced(fresh, Buffer.from(text));
      made = fresh;
      return fresh;
    },
    remove: side.clear,
  };
}
