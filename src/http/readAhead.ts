import type { IncomingMessage } from 'node:http';

/**
 * Reads the `length` bytes of a request's body. Who does not want them puts them back at once, with `request.unshift`,
 * for whoever reads next. A caller who leaves before all of them are there is not told of.
 */
export function readAhead(request: IncomingMessage, length: number, done: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let missing = length;
  const take = (): void => {
    for (let chunk: Buffer | null = request.read(); chunk !== null; chunk = request.read()) {
      chunks.push(chunk);
      missing -= chunk.length;
    }
    if (missing > 0) return;
    request.off('readable', take);
    done(Buffer.concat(chunks, length));
  };
  request.on('readable', take);
}
