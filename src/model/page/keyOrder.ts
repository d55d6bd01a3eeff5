/** A page, as the store or as an answer has it. */
interface NumberedPage {
  readonly id: number;
}

export type Direction = 'asc' | 'desc';

/** A page with the value that it is sorted by. */
export interface KeyedPage<K, P extends NumberedPage = NumberedPage> {
  readonly page: P;
  readonly key: K | undefined;
}

/** Compares pages by their keys; those without one come last in either direction, ties by ascending id. */
export function createKeyCompare<K>(compareKeys: (a: K, b: K) => number, direction: Direction) {
  const sign = direction === 'asc' ? 1 : -1;
  return (a: KeyedPage<K>, b: KeyedPage<K>): number => {
    if (a.key === b.key) return a.page.id - b.page.id;
    if (a.key === undefined) return 1;
    if (b.key === undefined) return -1;
    return sign * compareKeys(a.key, b.key) || a.page.id - b.page.id;
  };
}
