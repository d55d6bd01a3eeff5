import { allSettled } from './allSettled.ts';

/** Does the work for each item, so many at once; the first failure ends it, and is thrown when nothing goes on any more. */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !hasFailed; next = queue.next()) await work(next.value);
  };
  const stop = (error: unknown): never => {
    hasFailed = true;
    throw error;
  };
  await allSettled(Array.from({ length: atOnce }, () => worker().catch(stop)));
}
