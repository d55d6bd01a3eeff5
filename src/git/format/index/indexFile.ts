import { createHash } from 'node:crypto';
import { unavailable } from '../../../model/errors.ts';
import { EXTENDED, FIXED_SIZE, type GitIndex, HEADER_SIZE, NAME_MASK, nameEnd } from './indexLayout.ts';

const MAGIC = 'DIRC';
const CHECKSUM_SIZE = 20;

/** The index file is empty or damaged. */
export class DamagedIndex extends Error {
  constructor() {
    super('the git index is damaged');
    this.name = 'DamagedIndex';
  }
}

/** The required extensions (git gives them lower-case names) that a command can remove; all others are unknown. */
const UNDO: Readonly<Record<string, string>> = {
  link: 'The git index is split: run `git update-index --no-split-index`',
  sdir: 'The git index is sparse: run `git sparse-checkout reapply --no-sparse-index`',
};

/**
 * Reads an index of version 2, 3 or 4; a checksum of zeros is accepted (index.skipHash).
 *
 * @throws DamagedIndex
 * @throws CmsError SERVICE_UNAVAILABLE when it is split or sparse, naming the command that helps, or has an unknown extension
 */
export function readIndex(file: Buffer): GitIndex {
  if (file.length < HEADER_SIZE + CHECKSUM_SIZE || file.toString('latin1', 0, 4) !== MAGIC) throw new DamagedIndex();
  const version = file.readUInt32BE(4);
  if (version < 2 || version > 4)
    throw unavailable(`The git index has version ${version}, which Quire cannot read`, 60);
  requireChecksum(file);
  const count = file.readUInt32BE(8);
  const body = file.subarray(HEADER_SIZE, file.length - CHECKSUM_SIZE);
  try {
    const { bytes, end } = version === 4 ? expandVersion4(body, count) : { bytes: body, end: undefined };
    const starts = findStarts(bytes, count);
    refuseRequiredExtensions(body.subarray(end ?? starts[count]));
    return { version: version === 2 ? 2 : 3, bytes: bytes.subarray(0, starts[count]), starts };
  } catch (error) {
    throw error instanceof RangeError ? new DamagedIndex() : error;
  }
}

function requireChecksum(file: Buffer): void {
  const stored = file.subarray(file.length - CHECKSUM_SIZE);
  if (stored.every((byte) => byte === 0)) return;
  const actual = createHash('sha1')
    .update(file.subarray(0, file.length - CHECKSUM_SIZE))
    .digest();
  if (!actual.equals(stored)) throw new DamagedIndex();
}

/** Where each of `count` entries begins. Throws a RangeError when they do not fit. */
export function findStarts(bytes: Buffer, count: number): Uint32Array {
  if (count * FIXED_SIZE > bytes.length) throw new RangeError('more entries than bytes');
  const starts = new Uint32Array(count + 1);
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    starts[entry] = at;
    at += (nameEnd(bytes, at) - at + 8) & ~7;
  }
  if (at > bytes.length) throw new RangeError('entries end beyond the file');
  starts[count] = at;
  return starts;
}

function refuseRequiredExtensions(bytes: Buffer): void {
  for (let at = 0; at + 8 <= bytes.length; at += 8 + bytes.readUInt32BE(at + 4)) {
    const name = bytes.toString('latin1', at, at + 4);
    if (/^[A-Z]/.test(name)) continue;
    throw unavailable(UNDO[name] ?? `The git index uses the extension "${name}", which Quire does not know`, 60);
  }
}

/**
 * The entries of a version 4 index in the layout of version 3: whole names, padded to eight bytes
 * (gitformat-index, "Index entry"). `end` is where the entries of the given bytes ended.
 */
function expandVersion4(body: Buffer, count: number): { bytes: Buffer; end: number } {
  const parts: Buffer[] = [];
  let name = Buffer.alloc(0);
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    const fixedEnd = at + FIXED_SIZE + (body.readUInt16BE(at + 60) & EXTENDED ? 2 : 0);
    const strip = readOffset(body, fixedEnd);
    const nul = body.indexOf(0, strip.end);
    if (nul < 0 || strip.value > name.length) throw new RangeError('a name without end');
    name = Buffer.concat([name.subarray(0, name.length - strip.value), body.subarray(strip.end, nul)]);
    parts.push(wholeEntry(body.subarray(at, fixedEnd), name));
    at = nul + 1;
  }
  return { bytes: Buffer.concat(parts), end: at };
}

function wholeEntry(fixed: Buffer, name: Buffer): Buffer {
  const entry = Buffer.alloc((fixed.length + name.length + 8) & ~7);
  fixed.copy(entry);
  name.copy(entry, fixed.length);
  const flags = fixed.readUInt16BE(60) & ~NAME_MASK;
  entry.writeUInt16BE(flags | Math.min(name.length, NAME_MASK), 60);
  return entry;
}

/** The variable-width number of ofs-deltas (gitformat-pack, "offset encoding"). */
function readOffset(bytes: Buffer, start: number): { value: number; end: number } {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: at };
}
