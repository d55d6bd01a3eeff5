/** Work that waits for a quiet moment. */
export interface DebouncedWork {
  touch(): void;
  /** Starts no more runs; resolves when the current one has ended. */
  close(): Promise<void>;
}

interface Options {
  /** How long after the last touch the work runs. */
  readonly quietMs: number;
  /** The longest time from the first touch to the run. */
  readonly maxMs: number;
  /** Must not throw. Runs one at a time. */
  work(): Promise<void>;
}

/** Runs `work` once for a burst of touches. */
export function debounce({ quietMs, maxMs, work }: Options): DebouncedWork {
  let timer: NodeJS.Timeout | undefined;
  let firstAt: number | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;

  function run(): void {
    firstAt = null;
    running = work().finally(() => {
      running = null;
      if (firstAt !== null) arm();
    });
  }

  function arm(): void {
    clearTimeout(timer);
    if (isClosed || running) return;
    const leftMs = Math.max(0, (firstAt ?? 0) + maxMs - performance.now());
    timer = setTimeout(run, Math.min(quietMs, leftMs)).unref();
  }

  return {
    touch() {
      firstAt ??= performance.now();
      arm();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
