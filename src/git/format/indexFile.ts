import { createHash } from 'node:crypto';
import { unavailable } from '../../model/errors.ts';

/**
 * Git's index (gitformat-index) without its extensions: the entries in their own bytes, laid out as in
 * version 2 or 3, and where each begins. Nothing is parsed until it is asked for.
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
const EXTENDED = 0x4000;
const NAME_MASK = 0xfff;
const MAGIC = 'DIRC';
const CHECKSUM_SIZE = 20;

export const EMPTY_INDEX: GitIndex = Object.freeze({
  version: 2,
  bytes: Buffer.alloc(0),
  starts: Uint32Array.of(0),
});

/** The index file is empty or damaged. */
export class DamagedIndex extends Error {
  constructor() {
    super('the git index is damaged');
    this.name = 'DamagedIndex';
  }
}

/** Undone by these commands; every other extension that git marks as required (a lower-case name) is unknown. */
const UNDO: Readonly<Record<string, string>> = {
  link: 'The git index is split: run `git update-index --no-split-index`',
  sdir: 'The git index is sparse: run `git sparse-checkout reapply --no-sparse-index`',
};

/**
 * Reads an index of version 2, 3 or 4; a checksum of zeros is accepted (index.skipHash).
 *
 * @throws DamagedIndex
 * @throws CmsError SERVICE_UNAVAILABLE naming the command that helps, when it is split, sparse or has an unknown extension
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

const nameStart = (bytes: Buffer, at: number): number =>
  at + FIXED_SIZE + (bytes.readUInt16BE(at + 60) & EXTENDED ? 2 : 0);

function nameEnd(bytes: Buffer, at: number): number {
  const start = nameStart(bytes, at);
  const length = bytes.readUInt16BE(at + 60) & NAME_MASK;
  if (length < NAME_MASK) return start + length;
  const nul = bytes.indexOf(0, start);
  if (nul < 0) throw new RangeError('a name without end');
  return nul;
}

function refuseRequiredExtensions(bytes: Buffer): void {
  for (let at = 0; at + 8 <= bytes.length; at += 8 + bytes.readUInt32BE(at + 4)) {
    const name = bytes.toString('latin1', at, at + 4);
    if (/^[A-Z]/.test(name)) continue;
    throw unavailable(UNDO[name] ?? `The git index uses the extension "${name}", which Quire does not know`, 60);
  }
}

/** What an entry says of its path. `stage` above 0: a merge conflict. */
interface IndexEntry {
  readonly id: string;
  /** Octal text, as in trees. */
  readonly mode: string;
  readonly stage: number;
  /** Marked by `git add --intent-to-add`: nothing is staged yet. */
  readonly isIntent: boolean;
}

const idAt = (bytes: Buffer, at: number, encoding: 'hex' | 'latin1' = 'hex'): string =>
  bytes.toString(encoding, at + 40, at + 60);
const modeAt = (bytes: Buffer, at: number): string => bytes.readUInt32BE(at + 24).toString(8);

function entryAt({ bytes }: GitIndex, at: number): IndexEntry {
  const flags = bytes.readUInt16BE(at + 60);
  const extended = flags & EXTENDED ? bytes.readUInt16BE(at + 62) : 0;
  return {
    id: idAt(bytes, at),
    mode: modeAt(bytes, at),
    stage: (flags >> 12) & 3,
    isIntent: (extended & 0x2000) !== 0,
  };
}

/**
 * The number of the first entry whose path is not before `path` (bytes, as git sorts), where no entry before `from` is:
 * who looks for many in their order finds the next one nearby.
 */
export function lowerBound({ bytes, starts }: GitIndex, path: Buffer, from = 0): number {
  const isBefore = (entry: number): boolean => {
    const at = starts[entry]!;
    return bytes.compare(path, 0, path.length, nameStart(bytes, at), nameEnd(bytes, at)) < 0;
  };
  let low = from;
  let high = starts.length - 1;
  for (let step = 1; from > 0 && low + step < high; step *= 2) {
    if (isBefore(low + step)) low += step + 1;
    else high = low + step;
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pathBytes({ bytes, starts }: GitIndex, entry: number): Buffer {
  const at = starts[entry]!;
  return bytes.subarray(nameStart(bytes, at), nameEnd(bytes, at));
}

/** The number after the last entry of that path, seen from its lower bound. */
export function upperBound(index: GitIndex, path: Buffer, from: number): number {
  let entry = from;
  while (entry < index.starts.length - 1 && pathBytes(index, entry).equals(path)) entry++;
  return entry;
}

/** All entries of a path: none, one, or the stages of a merge conflict. */
export function findInIndex(index: GitIndex, path: string): readonly IndexEntry[] {
  const name = Buffer.from(path);
  const from = lowerBound(index, name);
  const found: IndexEntry[] = [];
  for (let entry = from; entry < upperBound(index, name, from); entry++)
    found.push(entryAt(index, index.starts[entry]!));
  return found;
}

/** The number of the first entry below a folder (with its slash; empty: the whole), and of the first one after them. */
function rangeBelow(index: GitIndex, folder: string): readonly [from: number, to: number] {
  if (folder === '') return [0, index.starts.length - 1];
  // The byte after the slash.
  const next = folder.replace(/\/$/, '0');
  return [lowerBound(index, Buffer.from(folder)), lowerBound(index, Buffer.from(next))];
}

/** The paths that stand below a folder (empty: all of them); those that are not UTF-8 come back with U+FFFD. */
export function pathsBelow(index: GitIndex, folder: string): readonly string[] {
  const [from, to] = rangeBelow(index, folder && `${folder}/`);
  return Array.from({ length: to - from }, (_, number) => pathBytes(index, from + number).toString());
}

/** A file that is staged: its path seen from a folder, its id, and both as a tree has them, as latin1 text. */
export interface IndexedFile extends Pick<IndexEntry, 'id' | 'mode'> {
  readonly path: string;
  readonly pathBytes: string;
  readonly idBytes: string;
}

/** What is staged below a folder (with its slash; empty: the whole), in the order of bytes. */
export function filesBelow(index: GitIndex, folder: string): readonly IndexedFile[] {
  const { bytes, starts } = index;
  const length = Buffer.byteLength(folder);
  const [from, to] = rangeBelow(index, folder);
  return Array.from({ length: to - from }, (_, number) => {
    const at = starts[from + number]!;
    const [start, end] = [nameStart(bytes, at) + length, nameEnd(bytes, at)];
    return {
      path: bytes.toString('utf8', start, end),
      pathBytes: bytes.toString('latin1', start, end),
      id: idAt(bytes, at),
      idBytes: idAt(bytes, at, 'latin1'),
      mode: modeAt(bytes, at),
    };
  });
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
