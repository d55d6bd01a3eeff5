/** How often others had their turn while something was done, and what it gave. */
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

/** Keeps everything else waiting, as work does that takes so long. */
export function workFor(milliseconds: number): void {
  for (const since = performance.now(); performance.now() - since < milliseconds; );
}
