import { createListeners } from '../lib/turn/createListeners.ts';
import type { EntryChange } from '../model/entry.ts';

/** The commit that brought changes, and who made it. */
export interface AnnouncedCommit {
  /** Null for the private home, which has no history. */
  readonly commit: string | null;
  /** `write`: the writer. `outside`: somebody else moved HEAD. */
  readonly origin: 'write' | 'outside';
}

/**
 * Called once for each commit, in order and in the write queue; also for one that changes no record, so that a cursor
 * can advance.
 */
export type AnnouncementListener = (changes: readonly EntryChange[], announced: AnnouncedCommit) => void;

/** Announces what commits have changed. Uncommitted files are not announced. */
export interface Announcements {
  /** Returns the function that ends the subscription. */
  subscribe(listener: AnnouncementListener): () => void;
  announce: AnnouncementListener;
}

/** @param onError gets what a listener throws; the other listeners are called all the same */
export function createAnnouncements(onError: (error: unknown) => void): Announcements {
  const { add, tell } = createListeners<Parameters<AnnouncementListener>>(onError);
  return { subscribe: add, announce: tell };
}
