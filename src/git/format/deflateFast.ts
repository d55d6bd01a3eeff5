import { promisify } from 'node:util';
import { constants, deflate, deflateSync } from 'node:zlib';

const FAST = { level: constants.Z_BEST_SPEED };
/** An object this small, such as a commit, shrinks by a hundred bytes, and starting zlib takes a hundred times as long as copying it. */
const TINY_BYTES = 512;
/** A tree is half random anyway, and becomes a delta or is deflated when its pack is merged with others. */
const DENSE_BYTES = 32 * 1024;
const SMALL_BYTES = 4096;
/**
 * A window of 4 KiB holds all of a small object, which becomes no larger than with the usual 32 KiB. Most of the time it
 * takes to deflate one goes into the tables that belong to the window.
 */
const SMALL = { ...FAST, windowBits: 12, memLevel: 5 };

/**
 * Deflates (RFC 1950) as quickly as git's objects allow.
 *
 * @param isDense - whether the bytes are half random, as those of a tree are: then more of them are stored as they are
 */
export function deflateFast(bytes: Uint8Array, isDense = false): Buffer {
  if (bytes.length <= (isDense ? DENSE_BYTES : TINY_BYTES)) return store(bytes);
  return deflateSync(bytes, bytes.length <= SMALL_BYTES ? SMALL : FAST);
}

const deflateInThread = promisify<Uint8Array, typeof FAST, Buffer>(deflate);

/** The same in another thread, for so many bytes that requests should not wait for them. */
export const deflateLarge = (bytes: Uint8Array): Promise<Buffer> => deflateInThread(bytes, FAST);

/** The bytes as they are, in a single stored block (RFC 1951, 3.2.4) between the header and the checksum of RFC 1950. */
function store(bytes: Uint8Array): Buffer {
  const stored = Buffer.alloc(bytes.length + 11);
  stored.writeUInt16BE(0x7801, 0);
  stored[2] = 1;
  stored.writeUInt16LE(bytes.length, 3);
  stored.writeUInt16LE(~bytes.length & 0xffff, 5);
  stored.set(bytes, 7);
  stored.writeUInt32BE(adler32(bytes), 7 + bytes.length);
  return stored;
}

/** Only for a few bytes: the sums are reduced at the end. */
function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low += byte;
    high += low;
  }
  return (high % 65_521) * 65_536 + (low % 65_521);
}
