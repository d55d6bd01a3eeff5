/**
 * Git's index (gitformat-index) without its extensions: the entries in their own bytes, laid out as in
 * version 2 or 3, and where each begins. Entries are parsed on demand.
 */
export interface GitIndex {
  readonly version: 2 | 3;
  readonly bytes: Buffer;
  /** The offset of each entry in `bytes`, and the end of the last one. */
  readonly starts: Uint32Array;
}

/** An entry's fixed part: ten 32-bit stat fields, the id, the flags. */
export const FIXED_SIZE = 62;
export const HEADER_SIZE = 12;
/** A flag: two more bytes of flags follow. */
export const EXTENDED = 0x4000;
/** One of them: the file is not checked out (skip-worktree). */
export const SKIPPED = 0x4000;
export const NAME_MASK = 0xfff;

export const EMPTY_INDEX: GitIndex = Object.freeze({
  version: 2,
  bytes: Buffer.alloc(0),
  starts: Uint32Array.of(0),
});

/** Where the name of the entry at an offset begins. */
export const nameStart = (bytes: Buffer, at: number): number =>
  at + FIXED_SIZE + (bytes.readUInt16BE(at + 60) & EXTENDED ? 2 : 0);

/** Where that name ends. Throws a RangeError if it has no end. */
export function nameEnd(bytes: Buffer, at: number): number {
  const start = nameStart(bytes, at);
  const length = bytes.readUInt16BE(at + 60) & NAME_MASK;
  if (length < NAME_MASK) return start + length;
  const nul = bytes.indexOf(0, start);
  if (nul < 0) throw new RangeError('a name without end');
  return nul;
}
