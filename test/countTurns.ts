import { vi } from 'vitest';

/**
 * Counts how often other work had a turn while `work` ran, and returns its result. `work` is given a function that says
 * how often that was so far. Each look at the clock takes a millisecond, so that a slice ends after as many steps on any
 * machine.
 */
export async function countTurns<T>(
  work: (turnsSoFar: () => number) => Promise<T>,
): Promise<{ readonly turns: number; readonly value: T }> {
  const now = performance.now.bind(performance);
  let looks = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1;
    return now() + looks;
  });
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    const value = await work(() => turns);
    return { turns, value };
  } finally {
    isOver = true;
    clock.mockRestore();
  }
}

/** Blocks everything else for this long. */
export function workFor(milliseconds: number): void {
  for (const since = performance.now(); performance.now() - since < milliseconds; );
}
