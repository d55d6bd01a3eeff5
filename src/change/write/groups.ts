import { unavailable } from '../../model/errors.ts';

/** Takes jobs one group at a time: a group is what has queued up while the last one was worked on. */
export interface Groups<J> {
  /** @throws CmsError SERVICE_UNAVAILABLE, at once, when too many jobs wait already */
  push(job: J): void;
  /** Runs a task alone, in turn with the groups. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
}

/** Waiting jobs beyond this are turned away (SECURITY, 33). */
const MAX_WAITING = 500;
const MAX_GROUP = 64;

type Item<J> = { readonly job: J } | { readonly task: () => Promise<void> };

/** @param work never throws: it answers its jobs itself */
export function createGroups<J>(work: (jobs: readonly J[]) => Promise<void>): Groups<J> {
  const waiting: Item<J>[] = [];
  /** Those of them that are jobs. */
  let waitingJobs = 0;
  let running: Promise<void> | null = null;

  /** The next task alone, or the jobs that stand before the next task. */
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

  function add(item: Item<J>): void {
    waiting.push(item);
    running ??= run();
  }

  return {
    push(job) {
      if (waitingJobs >= MAX_WAITING) throw unavailable('Too many writes are waiting', 1);
      waitingJobs += 1;
      add({ job });
    },
    inTurn: (task) =>
      new Promise((resolve, reject) => {
        // What it throws at once is told as well: nothing may end the queue.
        add({ task: () => Promise.resolve().then(task).then(resolve, reject) });
      }),
    async idle() {
      while (running) await running;
    },
  };
}
