import { parentPort, Worker } from 'node:worker_threads';
import { hasErrorCode } from '../disk/hasErrorCode.ts';
import { packageFile } from '../disk/packageFile.ts';
import { createTaskQueue } from './createTaskQueue.ts';

/** A thread that does one task after another, each a pure function of plain data. */
export interface Thread<Task, Answer> {
  /** @throws TooMuchWork if the task exceeds its time or memory; the next task gets a new thread */
  ask(task: Task): Promise<Answer>;
  /** Ends the thread; unfinished tasks fail. */
  close(): Promise<void>;
}

/** A task was given up. */
export class TooMuchWork extends Error {}

export interface ThreadLimits {
  /** The longest that one task may take. */
  readonly maxMs?: number;
  /** How long the thread waits for another task. Starting it takes 30 ms of processor time; keeping it takes memory. */
  readonly idleMs?: number;
}

type ThreadReply<Answer> = { readonly answer: Answer } | { readonly error: unknown };

/**
 * Runs a program in `dist/` that calls `answerTasks` as a thread. It starts on first use and does not keep the process
 * alive when idle.
 */
export function createThread<Task, Answer>(
  program: string,
  { maxMs, idleMs = 10_000 }: ThreadLimits = {},
): Thread<Task, Answer> {
  let worker: Worker | null = null;
  const inTurn = createTaskQueue();
  let ending: NodeJS.Timeout | undefined;
  /** How often it was closed: tasks asked before do not start after it. */
  let closings = 0;

  async function end(): Promise<void> {
    clearTimeout(ending);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  function start(): Worker {
    const started = new Worker(packageFile(`dist/${program}`));
    const lose = (): void => {
      if (worker === started) worker = null;
    };
    // `replyOf` listens to both as well.
    return started.on('error', lose).once('exit', lose);
  }

  async function answer(task: Task): Promise<Answer> {
    clearTimeout(ending);
    worker ??= start();
    const deadline = maxMs === undefined ? undefined : setTimeout(() => void end(), maxMs);
    try {
      const reply = await replyOf<Task, Answer>(worker, task);
      if ('error' in reply) throw reply.error;
      return reply.answer;
    } finally {
      clearTimeout(deadline);
      ending = setTimeout(end, idleMs).unref();
    }
  }

  return {
    ask(task) {
      const asked = closings;
      return inTurn(() => {
        if (asked !== closings) throw new TooMuchWork('The thread was ended');
        return answer(task);
      });
    },
    close() {
      closings += 1;
      return end();
    },
  };
}

function replyOf<Task, Answer>(worker: Worker, task: Task): Promise<ThreadReply<Answer>> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(hasErrorCode(error, 'ERR_WORKER_OUT_OF_MEMORY') ? new TooMuchWork(String(error)) : error);
    const end = (): void => reject(new TooMuchWork('The thread was ended'));
    worker.ref();
    worker.once('error', fail).once('exit', end);
    worker.once('message', (reply: ThreadReply<Answer>) => {
      worker.off('error', fail).off('exit', end).unref();
      resolve(reply);
    });
    worker.postMessage(task);
  });
}

/** Runs in the thread: answers each task, or sends the error. */
export function answerTasks<Task, Answer>(answer: (task: Task) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (task: Task) => {
    try {
      parentPort?.postMessage({ answer: await answer(task) } satisfies ThreadReply<Answer>);
    } catch (error) {
      parentPort?.postMessage({ error } satisfies ThreadReply<Answer>);
    }
  });
}
