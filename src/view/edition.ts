import type { VersionedLookup } from '../model/entry.ts';
import type { ListedPages } from '../store/page/sortedPages.ts';

/** A span of time in which nothing public changes. */
export interface Edition {
  /** The time of the next scheduled change, in milliseconds since 1970; Infinity if there is none. A write ends it too. */
  readonly endsAt: number;
}

/** The present edition, and how long it lasts. */
export interface Editions {
  /** Returns the same object as long as nothing public changes. */
  edition(): Edition;
  /** The seconds until the next scheduled change of what is public; undefined if there is none. */
  secondsToNextChange(): number | undefined;
}

export function createEditions(store: VersionedLookup, lists: ListedPages, clock: () => Date): Editions {
  let current = { version: -1, beginsAt: 0, endsAt: 0 };
  function editionAt(now: number): Edition {
    const { version } = store;
    // If the clock was set back, another edition begins.
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
