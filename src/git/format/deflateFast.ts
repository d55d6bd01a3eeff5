import { promisify } from 'node:util';
import { constants, deflate, deflateSync } from 'node:zlib';

const FAST = { level: constants.Z_BEST_SPEED };
/** Something this small, such as a commit, shrinks by a hundred bytes, and starting zlib takes a hundred times as long as copying it. */
const TINY_BYTES = 512;
/** A tree is half random anyway, and when its pack is merged with others it becomes a delta, or is deflated then. */
const DENSE_BYTES = 32 * 1024;
const SMALL_BYTES = 4096;
/**
 * A window of 4 KiB holds all of a small object, which becomes no larger than with the usual one of 32 KiB; but most of
 * the time that deflating it takes is making the tables that go with the window.
 */
const SMALL = { ...FAST, windowBits: 12, memLevel: 5 };

/**
 * Deflates (RFC 1950) as quickly as an object of git may be.
 *
 * @param isDense - whether the bytes are half random, as the ids in a tree are: then many of them are stored, too
 */
export function deflateFast(bytes: Uint8Array, isDense = false): Buffer {
  if (bytes.length <= (isDense ? DENSE_BYTES : TINY_BYTES)) return store(bytes);
  return deflateSync(bytes, bytes.length <= SMALL_BYTES ? SMALL : FAST);
}

const deflateBeside = promisify<Uint8Array, typeof FAST, Buffer>(deflate);

/** The same in another thread, for more bytes than requests should wait for. */
export const deflateLarge = (bytes: Uint8Array): Promise<Buffer> => deflateBeside(bytes, FAST);

/** The bytes as they are, in one last stored block (RFC 1951, 3.2.4) between the header and the checksum of RFC 1950. */
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

/** For few bytes only: the sums are reduced at the end. */
function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low += byte;
    high += low;
  }
  return (high % 65_521) * 65_536 + (low % 65_521);
}
