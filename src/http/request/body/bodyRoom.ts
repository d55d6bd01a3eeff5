import type { ServerResponse } from 'node:http';
import { type CmsError, unavailable } from '../../../model/errors.ts';

const MIB = 1024 * 1024;
/** What the bodies of all requests may take in memory together: of callers who have shown who they are, and of others. */
const MAX_BYTES = { known: 64 * MIB, anonymous: 16 * MIB };
const RETRY_AFTER_SECONDS = 5;

/** The bytes of one body, from its first until its request is answered. */
export interface Stay {
  /** Begins to take bytes in. `cut` is called where others need the place more. */
  begin(cut: (error: CmsError) => void): void;
  /** Counts bytes that have come in. */
  take(bytes: number): void;
  /** All of it is there: it is cut no more. */
  complete(): void;
  /** Gives the place back at once. */
  leave(): void;
}

/** Where bodies wait. */
export interface BodyRoom {
  /** For the body of the request that `response` answers. */
  enter(response: ServerResponse): Stay;
}

/** Callers without credentials have a room of their own, so that they take no place away from those with them. */
export interface BodyRooms {
  readonly known: BodyRoom;
  readonly anonymous: BodyRoom;
}

export const createBodyRooms = (): BodyRooms => ({
  known: createBodyRoom(MAX_BYTES.known),
  anonymous: createBodyRoom(MAX_BYTES.anonymous),
});

/**
 * Makes a room for so many bytes. Where it is full, the body that has been coming in for longest has to go: who sends
 * a body without delay is never that one.
 */
export function createBodyRoom(maxBytes: number): BodyRoom {
  const coming = new Map<Stay, (error: CmsError) => void>();
  let taken = 0;

  function makePlace(): void {
    for (const [stay, cut] of coming) {
      if (taken <= maxBytes) return;
      stay.leave();
      cut(unavailable('The server holds too many bodies of requests', RETRY_AFTER_SECONDS));
    }
  }

  return {
    enter(response) {
      let own = 0;
      const stay: Stay = {
        begin: (cut) => void coming.set(stay, cut),
        take(bytes) {
          if (!coming.has(stay)) return;
          own += bytes;
          taken += bytes;
          makePlace();
        },
        complete: () => void coming.delete(stay),
        leave() {
          coming.delete(stay);
          taken -= own;
          own = 0;
        },
      };
      response.once('close', stay.leave);
      return stay;
    },
  };
}
