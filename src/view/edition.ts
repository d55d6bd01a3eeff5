import type { PageLists } from '../store/pageLists.ts';
import type { Store } from '../store/store.ts';

/** A span of time in which everything that can be seen stays as it is. */
export interface Edition {
  /** When the next scheduled change ends it, as milliseconds since 1970; Infinity without one. A write ends it too. */
  readonly endsAt: number;
}

/** Makes the function that tells the present edition: the same object for as long as it lasts. */
export function createEditions(store: Store, lists: PageLists, clock: () => Date): () => Edition {
  let current = { version: -1, beginsAt: 0, endsAt: 0 };
  return () => {
    const now = clock().getTime();
    const { version } = store;
    // A clock that was put back has begun another span.
    if (version === current.version && now >= current.beginsAt && now < current.endsAt) return current;
    const endsAt = lists.nextChangeAt(new Date(now)) ?? Number.POSITIVE_INFINITY;
    current = { version, beginsAt: now, endsAt };
    return current;
  };
}
