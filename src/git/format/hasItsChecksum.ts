import { createHash } from 'node:crypto';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';

const CHECKSUM_BYTES = 20;
const SLICE_BYTES = 1024 * 1024;

/** The last twenty bytes of a pack, and of its index, are the SHA-1 of all others (gitformat-pack). */
export async function hasItsChecksum(bytes: Buffer): Promise<boolean> {
  const end = bytes.length - CHECKSUM_BYTES;
  const hash = createHash('sha1');
  const yieldIfBusy = createYieldIfBusy();
  for (let from = 0; from < end; from += SLICE_BYTES) {
    hash.update(bytes.subarray(from, Math.min(end, from + SLICE_BYTES)));
    await yieldIfBusy();
  }
  return end >= 0 && hash.digest().equals(bytes.subarray(end));
}
