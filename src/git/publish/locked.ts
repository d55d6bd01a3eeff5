import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type AcquiredLocks, acquireLocks } from '../disk/lock.ts';
import { type Head, readHead, readHeadRef } from '../read/ref/refs.ts';
import type { GitWriter } from './writer.ts';

/** The file that a commit moves: the branch, or HEAD itself when it is detached. */
export const refPath = ({ location }: GitWriter, { ref }: Pick<Head, 'ref'>): string =>
  ref === null ? join(location.gitDir, 'HEAD') : join(location.commonDir, ref);

/**
 * Works under the locks that git takes for a commit (steps 3 to 10 of DESIGN, "Writing"). They stay free for at
 * least as long as they were last held, so that people get their turn.
 *
 * @throws CmsError SERVICE_UNAVAILABLE when somebody else holds them too long
 */
export async function locked<T>(writer: GitWriter, head: Pick<Head, 'ref'>, work: () => Promise<T>): Promise<T> {
  if (writer.hold.isHeld) {
    writer.onStep(3);
    return work();
  }
  const leftMs = writer.pace.freeUntil - performance.now();
  // A timer cannot wait for less than a millisecond.
  if (leftMs >= 1) await wait(leftMs);
  const locks = await lockHead(writer, head);
  const since = performance.now();
  try {
    writer.onStep(3);
    return await work();
  } finally {
    release(writer, locks);
    const now = performance.now();
    writer.pace.freeUntil = now + (now - since);
    writer.onStep(10);
  }
}

/** Keeps HEAD where it is: everything done meanwhile, publishes too, is done under the same locks. */
export async function withLockedHead<T>(writer: GitWriter, work: () => Promise<T>): Promise<T> {
  const head = readHead(writer.location);
  const done = await locked(writer, head, async () => {
    // Another branch was checked out before HEAD was locked: its lock is not among ours.
    if (readHeadRef(writer.location.gitDir) !== head.ref) return null;
    writer.hold.isHeld = true;
    try {
      return { value: await work() };
    } finally {
      writer.hold.isHeld = false;
    }
  });
  return done ? done.value : withLockedHead(writer, work);
}

async function lockHead(writer: GitWriter, head: Pick<Head, 'ref'>): Promise<AcquiredLocks> {
  const { location, fs, lockFile, lockText: text, lockTimeoutMs: timeoutMs } = writer;
  const own = ['index', 'HEAD'].map((name) => join(location.gitDir, `${name}.lock`));
  const paths = head.ref === null ? own : [...own, `${refPath(writer, head)}.lock`];
  return acquireLocks({ fs, paths, source: await lockFile.path(), text, timeoutMs });
}

/** The write is in place: a lock that cannot be removed is a reason to stop writing, not to fail it. */
function release(writer: GitWriter, locks: AcquiredLocks): void {
  try {
    locks.release();
  } catch (error) {
    writer.stop(error);
  }
}
