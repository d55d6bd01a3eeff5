/** Looks once more at files that are not valid records: they may have been half written. */
export interface Retry {
  add(paths: readonly string[]): void;
  close(): void;
}

/** @param look called with the files after `delayMs`; must not throw */
export function createRetry(delayMs: number, look: (paths: readonly string[]) => void): Retry {
  let paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function run(): void {
    const due = [...paths];
    paths = new Set();
    timer = undefined;
    look(due);
  }

  return {
    add(broken) {
      if (isClosed) return;
      for (const path of broken) paths.add(path);
      if (paths.size > 0) timer ??= setTimeout(run, delayMs).unref();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
