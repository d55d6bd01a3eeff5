import { setImmediate as nextRound } from 'node:timers/promises';

interface SweepOptions {
  sweep(): Promise<void>;
  /** The pause before the next sweep. */
  pauseMs(): number;
  onError(error: unknown): void;
}

/** The pause is at least this many times as long as the sweep, however many files there are. */
const PAUSE_RATIO = 20;

export interface Sweeping {
  close(): Promise<void>;
}

/** Sweeps once the current work of the event loop is done, and then again and again. */
export function startSweeping({ sweep, pauseMs, onError }: SweepOptions): Sweeping {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function run(): Promise<void> {
    await nextRound();
    const start = performance.now();
    await sweep().catch(onError);
    const tookMs = performance.now() - start;
    if (!isClosed) timer = setTimeout(again, Math.max(pauseMs(), tookMs * PAUSE_RATIO)).unref();
  }
  function again(): void {
    running = run();
  }
  let running = run();

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
