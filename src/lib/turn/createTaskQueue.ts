/** Runs a task once all tasks before it have ended, whether they failed or not. Answers what the task does. */
export type TaskQueue = <T>(task: () => T | Promise<T>) => Promise<T>;

/** Runs tasks one at a time, in the order in which they come. */
export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
