import type { FileHandle } from 'node:fs/promises';
import { readBlock } from '../lib/disk/readBlock.ts';

const BLOCK_BYTES = 64 * 1024;
/** What is kept of a line while its beginning is looked for; of a longer one the end is dropped. */
const MAX_LINE_BYTES = 1024 * 1024;

/** The lines of the first `size` bytes of a file (UTF-8), last one first and without the empty ones, a block in memory at a time. */
export async function* linesFromEnd(file: FileHandle, size: number): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array();
  for (let end = size; end > 0; end -= BLOCK_BYTES) {
    const start = Math.max(0, end - BLOCK_BYTES);
    const bytes = Buffer.concat([await readBlock(file, start, end), rest]);
    const firstFeed = start === 0 ? -1 : bytes.indexOf(0x0a);
    if (start > 0 && firstFeed < 0) {
      rest = bytes.length > MAX_LINE_BYTES ? new Uint8Array() : bytes;
      continue;
    }
    yield* bytes
      .toString('utf8', firstFeed + 1)
      .split('\n')
      .filter(Boolean)
      .reverse();
    rest = bytes.subarray(0, Math.max(0, firstFeed));
  }
}
