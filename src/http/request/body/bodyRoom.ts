import { type CmsError, unavailable } from '../../../model/errors.ts';

const MIB = 1024 * 1024;
/** How much memory the bodies of all requests may take together: of callers with credentials, and of others. */
const MAX_BYTES = { known: 64 * MIB, anonymous: 16 * MIB };
const RETRY_AFTER_SECONDS = 5;

/** The bytes of one body, from the first until its request is answered. */
export interface Stay {
  /** Begins to take bytes in. `cut` is called if others need the room more. */
  begin(cut: (error: CmsError) => void): void;
  /** Counts bytes that have come in. */
  take(bytes: number): void;
  /** Says that the body is complete: from now on it is not cut. */
  complete(): void;
  /** Gives the room back at once. */
  leave(): void;
}

/** A request or response. */
interface Closable {
  once(event: 'close', listener: () => void): unknown;
}

/** Bounds the memory that bodies take. */
export interface BodyRoom {
  /** Begins the stay of a body, which ends when its request or the response to it closes. */
  enter(holder: Closable): Stay;
}

/** Callers without credentials have a room of their own, so that they take nothing away from those with credentials. */
export interface BodyRooms {
  readonly known: BodyRoom;
  readonly anonymous: BodyRoom;
}

export const createBodyRooms = (): BodyRooms => ({
  known: createBodyRoom(MAX_BYTES.known),
  anonymous: createBodyRoom(MAX_BYTES.anonymous),
});

/**
 * Makes a room for this many bytes. When it is full, the body that has been arriving for longest is cut: that is never
 * one that is sent without delay.
 */
export function createBodyRoom(maxBytes: number): BodyRoom {
  const arriving = new Map<Stay, (error: CmsError) => void>();
  let taken = 0;

  function makePlace(): void {
    for (const [stay, cut] of arriving) {
      if (taken <= maxBytes) return;
      stay.leave();
      cut(unavailable('The server is receiving too much at once: try again shortly', RETRY_AFTER_SECONDS));
    }
  }

  return {
    enter(holder) {
      let own = 0;
      const stay: Stay = {
        begin: (cut) => void arriving.set(stay, cut),
        take(bytes) {
          if (!arriving.has(stay)) return;
          own += bytes;
          taken += bytes;
          makePlace();
        },
        complete: () => void arriving.delete(stay),
        leave() {
          arriving.delete(stay);
          taken -= own;
          own = 0;
        },
      };
      holder.once('close', stay.leave);
      return stay;
    },
  };
}
