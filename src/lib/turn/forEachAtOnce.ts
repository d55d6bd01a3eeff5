import { allSettled } from './allSettled.ts';

/**
 * Does the work for each item, at most `atOnce` at a time. After a failure it starts no more, and throws once the
 * running ones have ended.
 */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let hasFailed = false;
  const worker = async (first: T): Promise<void> => {
    await work(first);
    for (let next = queue.next(); !next.done && !hasFailed; next = queue.next()) await work(next.value);
  };
  const stop = (error: unknown): never => {
    hasFailed = true;
    throw error;
  };
  const workers: Promise<void>[] = [];
  for (let next = queue.next(); !next.done; next = queue.next()) {
    workers.push(worker(next.value).catch(stop));
    if (workers.length === atOnce) break;
  }
  await allSettled(workers);
}
