import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { constants, createInflate, inflate, inflateSync } from 'node:zlib';

/** From here on inflating would hold up the requests that are being answered. */
export const LARGE_BYTES = 64 * 1024;

/** So many bytes zlib makes of bytes at most, with some to spare (zlib, `deflateBound`). */
export const mostDeflated = (size: number): number => size + Math.ceil(size / 256) + 1024;

const inflateLater = promisify(inflate);

/** Inflates bytes that say how many they are: never more than that. Throws where they are not as many. */
export async function inflateExactly(deflated: Uint8Array, size: number): Promise<Buffer> {
  // No bytes at all are no limit to zlib.
  const options = { maxOutputLength: Math.max(size, 1) };
  const isLarge = deflated.length > LARGE_BYTES || size > LARGE_BYTES;
  const bytes = isLarge ? await inflateLater(deflated, options) : inflateSync(deflated, options);
  if (bytes.length !== size) throw new Error(`damaged object: ${bytes.length} bytes in place of ${size}`);
  return bytes;
}

/** What stands at the beginning of bytes that are cut short: of few bytes zlib makes a thousand times as many at most. */
export const inflateCut = (deflated: Uint8Array): Buffer =>
  inflateSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });

/** The first `count` bytes of what is deflated in a file; no more is read than they take. */
export async function inflateStart(path: string, from: number, count: number): Promise<Buffer> {
  const file = createReadStream(path, { start: from });
  const inflating = file.pipe(createInflate());
  file.on('error', (error) => inflating.destroy(error));
  const chunks: Buffer[] = [];
  let left = count;
  try {
    for await (const chunk of inflating as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break;
    }
  } finally {
    file.destroy();
    inflating.destroy();
  }
  return Buffer.concat(chunks);
}
