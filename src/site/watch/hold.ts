interface HoldOptions {
  /** The git operation that is running in the repository; null if there is none. */
  underWay(): Promise<string | null>;
  readonly holdMs: number;
}

/**
 * Makes the function that tells whether a batch of changes must wait: while somebody's git works, so that one checkout
 * is one batch. No batch waits longer than `holdMs`, nor for an operation that is older than that, such as a rebase
 * left open for hours.
 */
export function createHold({ underWay, holdMs }: HoldOptions): () => Promise<boolean> {
  let reason: string | null = null;
  let reasonSince = 0;
  let batchSince: number | null = null;
  return async () => {
    const present = await underWay();
    const now = performance.now();
    if (present !== reason) reasonSince = now;
    reason = present;
    batchSince ??= now;
    const mustWait = present !== null && now - Math.min(reasonSince, batchSince) < holdMs;
    if (!mustWait) batchSince = null;
    return mustWait;
  };
}
