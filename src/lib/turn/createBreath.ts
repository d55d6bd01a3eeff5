import { setImmediate as others } from 'node:timers/promises';

/**
 * Makes the function that a long loop awaits at each step: it lets everything else run once the loop has kept it
 * waiting for `sliceMs`.
 */
export function createBreath(sliceMs = 1): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return others().then(() => {
      since = performance.now();
    });
  };
}
