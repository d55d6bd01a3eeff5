import { LRUCache } from 'lru-cache';

/** Memoizes `read` for the `max` texts used last. */
export function memoizeByText<T extends object | string>(read: (text: string) => T, max: number): (text: string) => T {
  const known = new LRUCache<string, T>({ max });
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const value = read(text);
    known.set(text, value);
    return value;
  };
}
