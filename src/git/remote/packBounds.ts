import { inflateSync } from 'node:zlib';
import { ENTRY_HEAD_BYTES, parsePackEntry, sizeAfter } from '../format/pack/packEntry.ts';
import { PACK_TRAILER_BYTES } from '../format/pack/packWrite.ts';

/** How much a pack may hold once it is inflated; in bytes. */
export interface PackBounds {
  /** The largest object, and the largest that a delta makes. */
  readonly object: number;
  /** All that is inflated, deltas as they are. */
  readonly total: number;
}

/** GitHub accepts no larger file; a site of a million pages takes less. */
export const PACK_BOUNDS: PackBounds = { object: 100 * 1024 * 1024, total: 8 * 1024 * 1024 * 1024 };

/** A pack's signature, version and number of objects (gitformat-pack). */
const PACK_HEAD_BYTES = 12;

/**
 * Inflates the objects of a pack one after the other, none of them beyond the size that it gives.
 *
 * @throws Error for a pack that exceeds the bounds, or is damaged
 */
export function requireBoundedPack(pack: Buffer, bounds: PackBounds = PACK_BOUNDS): void {
  const end = pack.length - PACK_TRAILER_BYTES;
  let left = pack.readUInt32BE(8);
  let total = 0;
  for (let at = PACK_HEAD_BYTES; left > 0; left -= 1) {
    const { kind, size, dataAt } = parsePackEntry(pack.subarray(at, Math.min(at + ENTRY_HEAD_BYTES, end)));
    total += size;
    if (size > bounds.object || total > bounds.total) throw createPackTooLargeError(bounds);
    const { content, deflatedBytes } = inflateNext(pack.subarray(at + dataAt, end), size);
    if (kind !== 'whole' && sizeAfter(content) > bounds.object) throw createPackTooLargeError(bounds);
    at += dataAt + deflatedBytes;
  }
}

interface InflatedObject {
  readonly content: Buffer;
  /** How many bytes it took of what came. */
  readonly deflatedBytes: number;
}

function inflateNext(bytes: Buffer, size: number): InflatedObject {
  // Zlib takes 0 for no limit. With `info` it returns more than its types say.
  const options = { info: true, maxOutputLength: Math.max(size, 1) };
  const { buffer, engine } = inflateSync(bytes, options) as unknown as {
    readonly buffer: Buffer;
    readonly engine: { readonly bytesWritten: number };
  };
  return { content: buffer, deflatedBytes: engine.bytesWritten };
}

const MEGABYTE = 1024 * 1024;

const createPackTooLargeError = ({ object, total }: PackBounds): Error =>
  new Error(
    `too large to be read without the git program: a file of more than ${object / MEGABYTE} MB, or more than ${total / MEGABYTE} MB altogether`,
  );
