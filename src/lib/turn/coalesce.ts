/**
 * Runs `save` one at a time: all calls made during a run share one more run after it. Each promise settles with the run
 * that began after its call.
 */
export function coalesce(save: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const run = (): Promise<void> => {
    next = null;
    running = save().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (next) return next;
    if (!running) return run();
    // A failed run was reported to its callers; the next one starts all the same.
    next = running.then(run, run);
    return next;
  };
}
