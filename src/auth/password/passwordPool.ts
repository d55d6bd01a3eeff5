import { createThread, type Thread } from '../../lib/turn/createThread.ts';
import { CmsError, unavailable } from '../../model/errors.ts';

/**
 * A job for a thread: to make a bcrypt hash of 2^cost rounds, or to check a password against a hash in the time of
 * 2^cost rounds.
 */
export type PasswordJob =
  | { readonly type: 'hash'; readonly password: string; readonly cost: number }
  | { readonly type: 'verify'; readonly password: string; readonly hash: string; readonly cost: number };

export type PasswordAnswer = string | boolean;

/** Who asks for a job. */
export interface JobRequester {
  /** Jobs with the same key come from the same place, which may have only so many at once. */
  readonly key: string;
  /** Whether the job comes before those of strangers. */
  readonly isKnown: boolean;
}

export interface PasswordPool {
  /**
   * Jobs without an asker, whose callers have been identified, count as those of known ones.
   *
   * @throws CmsError RATE_LIMITED if the asker has too many jobs; SERVICE_UNAVAILABLE if too many wait or the pool is
   *   closed
   */
  run(job: PasswordJob, asker?: JobRequester): Promise<PasswordAnswer>;
  /** Ends the threads; unfinished jobs fail. */
  close(): Promise<void>;
}

const RETRY_AFTER_SECONDS = 5;
const busyError = (): Error =>
  unavailable('Too many passwords are being checked: try again shortly', RETRY_AFTER_SECONDS);
const tooManyOfOne = (): Error =>
  new CmsError('RATE_LIMITED', 'Too many log-ins at once from this address: try again shortly', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** How long a thread is kept for the next log-in. */
const IDLE_MS = 10 * 60_000;

type PasswordThread = Thread<PasswordJob, PasswordAnswer>;

export interface PoolLimits {
  readonly threads: number;
  /** How many jobs may wait for a thread: of known askers, and of strangers. */
  readonly maxWaiting: number;
  /** How many jobs one asker may have, waiting or not. */
  readonly maxOfOne: number;
}

/** A job that waits for a thread. */
interface Waiter {
  take(thread: PasswordThread): void;
  refuse(): void;
}

/**
 * Worker threads for bcrypt, which is pure computation. They start with the first job and do not keep the process alive
 * when idle. Strangers never make known askers wait for more than the jobs that have begun.
 */
export function createPasswordPool(limits: PoolLimits): PasswordPool {
  const threads = Array.from({ length: limits.threads }, (): PasswordThread => {
    return createThread('passwordWorker.js', { idleMs: IDLE_MS });
  });
  /** A stack, so that threads that are not needed stay idle and end. */
  const idle = [...threads];
  const known: Waiter[] = [];
  const strangers: Waiter[] = [];
  const begin = createTally(limits.maxOfOne);
  let isClosed = false;

  /** @throws CmsError SERVICE_UNAVAILABLE if too many wait, or the pool is closed first */
  function nextThread(waiting: Waiter[]): Promise<PasswordThread> {
    if (waiting.length >= limits.maxWaiting) throw busyError();
    return new Promise((take, reject) => {
      waiting.push({ take, refuse: () => reject(busyError()) });
    });
  }

  function release(thread: PasswordThread): void {
    const next = known.shift() ?? strangers.shift();
    if (next) next.take(thread);
    else idle.push(thread);
  }

  async function run(job: PasswordJob, isKnown: boolean): Promise<PasswordAnswer> {
    const thread = idle.pop() ?? (await nextThread(isKnown ? known : strangers));
    try {
      return await thread.ask(job);
    } catch (cause) {
      throw new Error(`bcrypt failed: ${String(cause)}`, { cause });
    } finally {
      release(thread);
    }
  }

  return {
    async run(job, asker) {
      if (isClosed) throw busyError();
      const end = asker && begin(asker.key);
      return run(job, asker?.isKnown ?? true).finally(end);
    },
    async close() {
      isClosed = true;
      for (const { refuse } of [...known.splice(0), ...strangers.splice(0)]) refuse();
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** Counts the jobs of each asker. The function begins one and returns the function that ends it; it throws RATE_LIMITED. */
function createTally(maxOfOne: number): (key: string) => () => void {
  const counts = new Map<string, number>();
  const add = (key: string, change: number): void => {
    const count = (counts.get(key) ?? 0) + change;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return (key) => {
    if ((counts.get(key) ?? 0) >= maxOfOne) throw tooManyOfOne();
    add(key, 1);
    return () => add(key, -1);
  };
}
