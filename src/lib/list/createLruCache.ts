import { LRUCache } from 'lru-cache';

/**
 * A cache of the `max` entries used last. Its memory grows with its entries: given `max` itself, lru-cache allocates
 * every place at once, which takes 5 ms for 64 thousand of them.
 */
export const createLruCache = <T extends object | string | boolean>(max: number): LRUCache<string, T> =>
  new LRUCache<string, T>({ maxSize: max, sizeCalculation: () => 1 });

/** Memoizes `read` for the `max` texts used last. */
export function memoizeByText<T extends object | string>(read: (text: string) => T, max: number): (text: string) => T {
  const known = createLruCache<T>(max);
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const value = read(text);
    known.set(text, value);
    return value;
  };
}
