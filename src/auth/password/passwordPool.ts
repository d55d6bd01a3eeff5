import { createThread, type Thread } from '../../lib/turn/createThread.ts';
import { unavailable } from '../../model/errors.ts';

/**
 * A job for a thread: to make a bcrypt hash of 2^cost rounds, or to check a password against a hash in the time of
 * 2^cost rounds.
 */
export type PasswordJob =
  | { readonly type: 'hash'; readonly password: string; readonly cost: number }
  | { readonly type: 'verify'; readonly password: string; readonly hash: string; readonly cost: number };

export type PasswordAnswer = string | boolean;

export interface PasswordPool {
  /** @throws CmsError SERVICE_UNAVAILABLE if too many jobs wait or the pool is closed */
  run(job: PasswordJob): Promise<PasswordAnswer>;
  /** Ends the threads; unfinished jobs fail. */
  close(): Promise<void>;
}

const RETRY_AFTER_SECONDS = 5;
const busyError = (): Error =>
  unavailable('Too many passwords are being checked: try again shortly', RETRY_AFTER_SECONDS);

/** How long a thread is kept for the next log-in. */
const IDLE_MS = 10 * 60_000;

type PasswordThread = Thread<PasswordJob, PasswordAnswer>;

/**
 * Worker threads for bcrypt, which is pure computation. They start with the first job and do not keep the process alive
 * when idle.
 */
export function createPasswordPool(limits: { threads: number; maxWaiting: number }): PasswordPool {
  const threads = Array.from({ length: limits.threads }, (): PasswordThread => {
    return createThread('passwordWorker.js', { idleMs: IDLE_MS });
  });
  /** A stack, so that threads that are not needed stay idle and end. */
  const idle = [...threads];
  const waiting: { take(thread: PasswordThread): void; refuse(): void }[] = [];
  let isClosed = false;

  /** @throws CmsError SERVICE_UNAVAILABLE if the pool is closed first */
  const nextThread = (): Promise<PasswordThread> =>
    new Promise((take, reject) => {
      waiting.push({ take, refuse: () => reject(busyError()) });
    });

  function release(thread: PasswordThread): void {
    const next = waiting.shift();
    if (next) next.take(thread);
    else idle.push(thread);
  }

  return {
    async run(job) {
      if (isClosed || waiting.length >= limits.maxWaiting) throw busyError();
      const thread = idle.pop() ?? (await nextThread());
      try {
        return await thread.ask(job);
      } catch (cause) {
        throw new Error(`bcrypt failed: ${String(cause)}`, { cause });
      } finally {
        release(thread);
      }
    },
    async close() {
      isClosed = true;
      for (const { refuse } of waiting.splice(0)) refuse();
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
