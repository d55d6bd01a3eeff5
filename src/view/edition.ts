import type { PageLists } from '../store/page/pageLists.ts';
import type { Store } from '../store/store.ts';

/** A span of time in which everything that can be seen stays as it is. */
export interface Edition {
  /** When the next scheduled change ends it, as milliseconds since 1970; Infinity without one. A write ends it too. */
  readonly endsAt: number;
}

/** What can be seen at present, and for how long. */
export interface Editions {
  /** The same object for as long as everything that can be seen stays as it is. */
  edition(): Edition;
  /** Seconds until the next scheduled change of what is public. */
  secondsToNextChange(): number | undefined;
}

export function createEditions(store: Store, lists: PageLists, clock: () => Date): Editions {
  let current = { version: -1, beginsAt: 0, endsAt: 0 };
  function editionAt(now: number): Edition {
    const { version } = store;
    // A clock that was put back has begun another span.
    if (version === current.version && now >= current.beginsAt && now < current.endsAt) return current;
    const endsAt = lists.nextChangeAt(new Date(now)) ?? Number.POSITIVE_INFINITY;
    current = { version, beginsAt: now, endsAt };
    return current;
  }
  return {
    edition: () => editionAt(clock().getTime()),
    secondsToNextChange() {
      const now = clock().getTime();
      const { endsAt } = editionAt(now);
      return Number.isFinite(endsAt) ? (endsAt - now) / 1000 : undefined;
    },
  };
}
