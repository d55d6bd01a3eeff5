import { createListeners } from '../lib/turn/createListeners.ts';
import type { Change } from '../model/entry.ts';

/** Where changes come from, and the commit that made them true. */
export interface Announced {
  /** Null in a home that keeps no history. */
  readonly commit: string | null;
  /** `write`: by the writer. `outside`: somebody has moved HEAD. */
  readonly origin: 'write' | 'outside';
}

/** Told of each commit once, in order and in the write queue; also of one that changes no record, so that a cursor can advance. */
export type AnnouncementListener = (changes: readonly Change[], announced: Announced) => void;

/** What has become true at a commit: what is saved and not committed is not announced. */
export interface Announcements {
  /** Gives what ends it. */
  subscribe(listener: AnnouncementListener): () => void;
  announce: AnnouncementListener;
}

/** @param onError told what a listener throws; the others hear of the change all the same */
export function createAnnouncements(onError: (error: unknown) => void): Announcements {
  const { add, tell } = createListeners<Parameters<AnnouncementListener>>(onError);
  return { subscribe: add, announce: tell };
}
