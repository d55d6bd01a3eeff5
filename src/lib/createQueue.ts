/** Runs tasks one at a time, in the order they came. */
export interface Queue {
  /** @throws what `whenFull` makes, at once, when too many tasks wait already */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
}

export function createQueue({ limit, whenFull }: { limit: number; whenFull: () => Error }): Queue {
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function run<T>(task: () => Promise<T>): Promise<T> {
    if (waiting >= limit) throw whenFull();
    waiting += 1;
    const turn = tail.then(task).finally(() => {
      waiting -= 1;
    });
    // The caller gets the failure; the next task must run all the same.
    tail = turn.catch(() => undefined);
    return turn;
  }

  return {
    run,
    idle: async () => {
      while (waiting > 0) await tail;
    },
  };
}
