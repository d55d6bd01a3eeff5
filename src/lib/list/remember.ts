import { LRUCache } from 'lru-cache';

/** Makes the function that does as `read` does, once for each of the last `max` texts. */
export function remember<T extends object | string>(read: (text: string) => T, max: number): (text: string) => T {
  const known = new LRUCache<string, T>({ max });
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const value = read(text);
    known.set(text, value);
    return value;
  };
}
