/** Each call begins when the one before it has ended: two who ask at once for what is made once get one. */
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
