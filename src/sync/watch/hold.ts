interface HoldOptions {
  /** What others are in the middle of; null when nothing is. */
  underWay(): Promise<string | null>;
  readonly holdMs: number;
}

/**
 * Makes the question whether what was heard of must wait: while somebody's git works, so that one checkout is one batch.
 * No batch waits longer than it may, and none for something that already stands there longer: a rebase left open for hours.
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
