import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { constants, createInflate, inflate, inflateSync } from 'node:zlib';

/** Inflating more than this would hold up the requests that are being answered. */
export const LARGE_BYTES = 64 * 1024;

/** The most bytes that zlib deflates `size` bytes to, with some to spare (zlib, `deflateBound`). */
export const mostDeflated = (size: number): number => size + Math.ceil(size / 256) + 1024;

const inflateLater = promisify(inflate);

/** Inflates to `size` bytes, and never more. Throws if there are not exactly as many. */
export async function inflateExactly(deflated: Uint8Array, size: number): Promise<Buffer> {
  // Zlib takes 0 for no limit.
  const options = { maxOutputLength: Math.max(size, 1) };
  const isLarge = deflated.length > LARGE_BYTES || size > LARGE_BYTES;
  const bytes = isLarge ? await inflateLater(deflated, options) : inflateSync(deflated, options);
  if (bytes.length !== size) throw new Error(`damaged object: ${bytes.length} bytes instead of ${size}`);
  return bytes;
}

/** Inflates the beginning of bytes that are cut short. For few bytes only: zlib makes up to a thousand times as many. */
export const inflateCut = (deflated: Uint8Array): Buffer =>
  inflateSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });

/** The first `count` inflated bytes of what is deflated in a file; reads no more than they take. */
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
