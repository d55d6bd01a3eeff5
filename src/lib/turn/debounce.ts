/** Work that waits until things are quiet. */
export interface Debounced {
  touch(): void;
  /** Starts nothing more; resolves when the run in progress has ended. */
  close(): Promise<void>;
}

interface Options {
  /** How long after the last touch it runs, */
  readonly quietMs: number;
  /** and at the latest how long after the first. */
  readonly maxMs: number;
  /** Never throws, and never runs twice at once. */
  work(): Promise<void>;
}

/** Runs `work` once for many touches. */
export function debounce({ quietMs, maxMs, work }: Options): Debounced {
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
