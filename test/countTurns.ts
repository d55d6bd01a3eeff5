/** Counts how often other work had a turn while `work` ran, and returns its result. */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ readonly turns: number; readonly value: T }> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    const value = await work();
    return { turns, value };
  } finally {
    isOver = true;
  }
}

/** Blocks everything else for this long. */
export function workFor(milliseconds: number): void {
  for (const since = performance.now(); performance.now() - since < milliseconds; );
}
