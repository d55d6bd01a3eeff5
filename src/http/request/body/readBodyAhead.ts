import type { IncomingMessage } from 'node:http';
import { inviteBody } from './body.ts';
import type { Stay } from './bodyRoom.ts';

/** After this long the usual reader of bodies takes over, which reports a body that does not arrive. */
const PATIENCE_MS = 5_000;

export interface AheadOptions {
  /** The length of the body in bytes. */
  readonly length: number;
  readonly stay: Stay;
}

/**
 * Reads the `length` bytes of a request's body and passes them to `done`, which must put them back at once with
 * `request.unshift` if it leaves them to the next reader. It passes null if they do not all arrive in time or take too
 * much room; what arrived has been put back then. `done` is not called if the caller hangs up first.
 */
export function readBodyAhead(
  request: IncomingMessage,
  { length, stay }: AheadOptions,
  done: (bytes: Buffer | null) => void,
): void {
  const chunks: Buffer[] = [];
  let missing = length;
  const end = (bytes: Buffer | null): void => {
    clearTimeout(deadline);
    request.off('readable', take);
    done(bytes);
  };
  const giveUp = (): void => {
    stay.leave();
    if (chunks.length > 0) request.unshift(Buffer.concat(chunks));
    end(null);
  };
  const take = (): void => {
    for (let chunk: Buffer | null = request.read(); chunk !== null; chunk = request.read()) {
      chunks.push(chunk);
      missing -= chunk.length;
      stay.take(chunk.length);
    }
    if (missing > 0) return;
    stay.complete();
    end(Buffer.concat(chunks, length));
  };
  const deadline = setTimeout(giveUp, PATIENCE_MS).unref();
  stay.begin(giveUp);
  inviteBody(request);
  request.on('readable', take);
  request.once('close', () => clearTimeout(deadline));
}
