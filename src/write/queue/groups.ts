import { unavailable } from '../../model/errors.ts';

/** Works on jobs one group at a time: a group is what queued up during the last one. */
export interface Groups<J> {
  /** @throws CmsError SERVICE_UNAVAILABLE, at once, if too many jobs are waiting */
  push(job: J): void;
  /** Runs a task alone, in turn with the groups. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
}

/** Jobs beyond this are turned away (SECURITY, 33). */
const MAX_WAITING = 500;
const MAX_GROUP = 64;

type QueueItem<J> = { readonly job: J } | { readonly task: () => Promise<void> };

/** @param work never throws: it resolves or rejects its jobs itself */
export function createJobGroups<J>(work: (jobs: readonly J[]) => Promise<void>): Groups<J> {
  const waiting: QueueItem<J>[] = [];
  /** How many of them are jobs. */
  let waitingJobs = 0;
  let running: Promise<void> | null = null;

  /** Runs the next task alone, or the jobs before the next task. */
  async function next(): Promise<void> {
    const [first] = waiting;
    if (first && 'task' in first) {
      waiting.shift();
      return first.task();
    }
    const end = waiting.findIndex((item) => 'task' in item);
    const count = Math.min(end < 0 ? waiting.length : end, MAX_GROUP);
    waitingJobs -= count;
    await work(waiting.splice(0, count).flatMap((item) => ('job' in item ? [item.job] : [])));
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) await next();
    running = null;
  }

  function add(item: QueueItem<J>): void {
    waiting.push(item);
    running ??= run();
  }

  return {
    push(job) {
      if (waitingJobs >= MAX_WAITING) throw unavailable('Too many writes are waiting: try again', 1);
      waitingJobs += 1;
      add({ job });
    },
    inTurn: (task) =>
      new Promise((resolve, reject) => {
        // Catches synchronous errors too: nothing may end the queue.
        add({ task: () => Promise.resolve().then(task).then(resolve, reject) });
      }),
    async idle() {
      while (running) await running;
    },
  };
}
