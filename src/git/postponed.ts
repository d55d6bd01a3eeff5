/** Work that waits until nothing else is done, or somebody asks for it. */
export interface Postponed {
  /** There is one piece of work at a time: what was given before must be done. */
  put(work: () => Promise<void>): void;
  /** Does what still waits, and resolves when that is done. */
  done(): Promise<void>;
}

/** @param onError told what fails */
export function createPostponed(delayMs: number, onError: (error: unknown) => void): Postponed {
  let waiting: { readonly timer: NodeJS.Timeout; readonly work: () => Promise<void> } | null = null;
  let running: Promise<void> = Promise.resolve();

  function run(): Promise<void> {
    if (waiting) {
      clearTimeout(waiting.timer);
      running = waiting.work().catch(onError);
      waiting = null;
    }
    return running;
  }

  return {
    put(work) {
      waiting = { timer: setTimeout(run, delayMs), work };
    },
    done: run,
  };
}
