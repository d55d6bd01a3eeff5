/** Makes calls wait for each other: each begins when the one before it has ended. */
export function oneAtATime<A extends readonly unknown[], T>(
  work: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const next = turn.then(() => work(...args));
    turn = next.catch(() => undefined);
    return next;
  };
}
