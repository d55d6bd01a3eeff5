import { Worker } from 'node:worker_threads';
import { packageFile } from '../lib/disk/packageFile.ts';
import { unavailable } from '../model/errors.ts';

/** What a thread is asked: a new bcrypt hash of 2^cost rounds, or whether a password has this hash, in the time of 2^cost rounds. */
export type PasswordJob =
  | { readonly type: 'hash'; readonly password: string; readonly cost: number }
  | { readonly type: 'verify'; readonly password: string; readonly hash: string; readonly cost: number };

export type PasswordAnswer = { readonly result: string | boolean } | { readonly error: string };

export interface PasswordPool {
  /** @throws CmsError SERVICE_UNAVAILABLE when too many jobs wait or the pool is closed */
  run(job: PasswordJob): Promise<string | boolean>;
  /** Ends the threads; jobs that are not done fail. */
  close(): Promise<void>;
}

interface Task {
  readonly job: PasswordJob;
  resolve(result: string | boolean): void;
  reject(error: Error): void;
}

const RETRY_AFTER_SECONDS = 5;
const busyError = (): Error => unavailable('Too many passwords are being checked, try again', RETRY_AFTER_SECONDS);

/** Worker threads for bcrypt, which is pure computation. Threads start with the first job and keep no process alive when idle. */
export function createPasswordPool(limits: { threads: number; maxWaiting: number }): PasswordPool {
  const idle: Worker[] = [];
  const busy = new Map<Worker, Task>();
  const waiting: Task[] = [];
  let isClosed = false;

  function startThread(): Worker {
    const worker = new Worker(packageFile('dist/passwordWorker.js'));
    worker.on('message', (answer: PasswordAnswer) => finish(worker, answer));
    worker.on('error', (error) => lose(worker, error));
    worker.on('exit', () => lose(worker, new Error('A password thread ended')));
    return worker;
  }

  function finish(worker: Worker, answer: PasswordAnswer): void {
    const task = busy.get(worker);
    busy.delete(worker);
    idle.push(worker);
    worker.unref();
    if ('result' in answer) task?.resolve(answer.result);
    else task?.reject(new Error(`bcrypt failed: ${answer.error}`));
    startNext();
  }

  function lose(worker: Worker, error: Error): void {
    const task = busy.get(worker);
    busy.delete(worker);
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    task?.reject(error);
    startNext();
  }

  function startNext(): void {
    if (waiting.length === 0 || busy.size >= limits.threads) return;
    const task = waiting.shift() as Task; // waiting is not empty
    const worker = idle.pop() ?? startThread();
    busy.set(worker, task);
    // A command that only hashes a password must not end before it has its hash.
    worker.ref();
    worker.postMessage(task.job);
  }

  return {
    run(job) {
      if (isClosed || waiting.length >= limits.maxWaiting) return Promise.reject(busyError());
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject });
        startNext();
      });
    },
    async close() {
      isClosed = true;
      for (const task of waiting.splice(0)) task.reject(busyError());
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()));
    },
  };
}
