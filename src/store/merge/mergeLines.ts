import { chunksOf } from '../../model/merge/text/chunks.ts';
import type { ThreeVersions } from '../../model/merge/threeVersions.ts';
import { splitTextLines } from './mergeNotes.ts';

/** How many bytes git searches for a NUL byte to tell binary files (git's `buffer_is_binary`). */
const LOOKED_AT_BYTES = 8000;

/**
 * Merges files of unknown content by lines, as git does; undefined if both sides have changed the same lines, or a file
 * is binary.
 */
export function mergeLines({ base, ours, theirs }: ThreeVersions<Uint8Array>): Uint8Array | undefined {
  const files = [base ?? new Uint8Array(), ours, theirs];
  if (files.some((bytes) => !bytes || bytes.subarray(0, LOOKED_AT_BYTES).includes(0))) return undefined;
  // One character per byte: lines are compared, not interpreted.
  const texts = files.map((bytes) => splitTextLines(Buffer.from(bytes!).toString('latin1')));
  const [before, our, their] = texts as [ByteLines, ByteLines, ByteLines];
  let merged = '';
  for (const chunk of chunksOf(before, our, their)) {
    const [old, mine, other] = [
      before.slice(...chunk.base).join(''),
      our.slice(...chunk.ours).join(''),
      their.slice(...chunk.theirs).join(''),
    ];
    if (mine !== other && mine !== old && other !== old) return undefined;
    merged += mine === old ? other : mine;
  }
  return Buffer.from(merged, 'latin1');
}

type ByteLines = readonly string[];
