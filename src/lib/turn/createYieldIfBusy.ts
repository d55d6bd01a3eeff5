import { setImmediate as nextRound } from 'node:timers/promises';

/**
 * Awaited at each step of a long loop: lets everything else run once the loop has kept it waiting for a whole slice.
 * Undefined before that, so that a loop of millions of steps can skip the await.
 */
export type YieldIfBusy = () => Promise<void> | undefined;

/** How long work is cut into slices. */
export interface WorkSlices {
  readonly ms: number;
  /** Resolves when the next slice may begin. */
  next(): Promise<void>;
}

/** Slices of what Quire does once at a time, such as a write: each round of the event loop has room for one. */
export const OWN_SLICES: WorkSlices = { ms: 1, next: nextRound };

/** Slices of what any number of requests can begin: together they get one in each round of the event loop. */
export const SHARED_SLICES: WorkSlices = { ms: 5, next: waitForTurn };

/** Makes the function for one piece of long work. */
export function createYieldIfBusy({ ms, next } = OWN_SLICES): YieldIfBusy {
  let since = performance.now();
  return () => {
    if (performance.now() - since < ms) return undefined;
    return next().then(() => {
      since = performance.now();
    });
  };
}

/** Shared work that waits to go on. A process has one event loop, so there is one queue. */
const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Resolves in a round of the event loop that is used by no other shared work. */
export function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}
