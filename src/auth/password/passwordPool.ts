import { createThread, type Thread } from '../../lib/turn/createThread.ts';
import { unavailable } from '../../model/errors.ts';

/** What a thread is asked: a new bcrypt hash of 2^cost rounds, or whether a password has this hash, in the time of 2^cost rounds. */
export type PasswordJob =
  | { readonly type: 'hash'; readonly password: string; readonly cost: number }
  | { readonly type: 'verify'; readonly password: string; readonly hash: string; readonly cost: number };

export type PasswordAnswer = string | boolean;

export interface PasswordPool {
  /** @throws CmsError SERVICE_UNAVAILABLE when too many jobs wait or the pool is closed */
  run(job: PasswordJob): Promise<PasswordAnswer>;
  /** Ends the threads; jobs that are not done fail. */
  close(): Promise<void>;
}

const RETRY_AFTER_SECONDS = 5;
const busyError = (): Error => unavailable('Too many passwords are being checked, try again', RETRY_AFTER_SECONDS);

/** People log in again and again: a thread is kept for the next. */
const IDLE_MS = 10 * 60_000;

type PasswordThread = Thread<PasswordJob, PasswordAnswer>;

/** Worker threads for bcrypt, which is pure computation. Threads start with the first job and keep no process alive when idle. */
export function createPasswordPool(limits: { threads: number; maxWaiting: number }): PasswordPool {
  const threads = Array.from({ length: limits.threads }, (): PasswordThread => {
    return createThread('passwordWorker.js', { idleMs: IDLE_MS });
  });
  /** The last one was used last: the others may end. */
  const idle = [...threads];
  const waiting: { take(thread: PasswordThread): void; refuse(): void }[] = [];
  let isClosed = false;

  /** @throws CmsError when the pool is closed before it is this one's turn */
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
