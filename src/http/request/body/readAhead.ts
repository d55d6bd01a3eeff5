import type { IncomingMessage } from 'node:http';
import { inviteBody } from './body.ts';
import type { Stay } from './bodyRoom.ts';

/** After this long the body parser takes over, which reports a body that does not arrive. */
const PATIENCE_MS = 5_000;

export interface AheadOptions {
  /** Of the body. */
  readonly length: number;
  readonly stay: Stay;
}

/**
 * Reads the `length` bytes of a request's body. Who does not want them puts them back at once, with `request.unshift`,
 * for the next reader. Null: they do not all come in time, or take too much room; what has come was put back. A caller
 * who leaves before all of them are there is not told of.
 */
export function readAhead(
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
