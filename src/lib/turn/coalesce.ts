/**
 * Runs `save` never twice at once: all who ask while it runs share one more run afterwards.
 * Each promise settles as the run that began after it was asked for.
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
    // A failed run was told to those who asked for it; it is no reason not to run again.
    next = running.then(run, run);
    return next;
  };
}
