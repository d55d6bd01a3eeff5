import { EXTENDED, type GitIndex, nameEnd, nameStart, SKIPPED } from './indexLayout.ts';

/** What an entry says about its path. `stage` above 0: a merge conflict. */
interface IndexEntry {
  readonly id: string;
  /** Octal text, as in trees. */
  readonly mode: string;
  readonly stage: number;
  /** Marked by `git add --intent-to-add`: nothing is staged yet. */
  readonly isIntent: boolean;
}

const readEntryId = (bytes: Buffer, at: number, encoding: 'hex' | 'latin1' = 'hex'): string =>
  bytes.toString(encoding, at + 40, at + 60);
const modeAt = (bytes: Buffer, at: number): string => bytes.readUInt32BE(at + 24).toString(8);

function entryAt({ bytes }: GitIndex, at: number): IndexEntry {
  const flags = bytes.readUInt16BE(at + 60);
  const extended = flags & EXTENDED ? bytes.readUInt16BE(at + 62) : 0;
  return {
    id: readEntryId(bytes, at),
    mode: modeAt(bytes, at),
    stage: (flags >> 12) & 3,
    isIntent: (extended & 0x2000) !== 0,
  };
}

/**
 * The number of the first entry whose path is not before `path` (bytes, as git sorts). Begins at entry `from`: a caller
 * that looks for many paths in order finds the next one nearby.
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

/** The number after the last entry of that path; `from` is its lower bound. */
export function upperBoundOfPath(index: GitIndex, path: Buffer, from: number): number {
  let entry = from;
  while (entry < index.starts.length - 1 && pathBytes(index, entry).equals(path)) entry++;
  return entry;
}

/** All entries of a path: none, one, or the stages of a merge conflict. */
export function findInIndex(index: GitIndex, path: string): readonly IndexEntry[] {
  const name = Buffer.from(path);
  const from = lowerBound(index, name);
  const found: IndexEntry[] = [];
  for (let entry = from; entry < upperBoundOfPath(index, name, from); entry++)
    found.push(entryAt(index, index.starts[entry]!));
  return found;
}

/** The number of the first entry below a folder (with its slash; empty: the whole index), and of the first one after them. */
function rangeBelow(index: GitIndex, folder: string): readonly [from: number, to: number] {
  if (folder === '') return [0, index.starts.length - 1];
  // The byte after the slash.
  const next = folder.replace(/\/$/, '0');
  return [lowerBound(index, Buffer.from(folder)), lowerBound(index, Buffer.from(next))];
}

/** The paths below a folder (empty: all of them); those that are not UTF-8 come back with U+FFFD. */
export function pathsBelow(index: GitIndex, folder: string): readonly string[] {
  const [from, to] = rangeBelow(index, folder && `${folder}/`);
  return Array.from({ length: to - from }, (_, number) => pathBytes(index, from + number).toString());
}

/** The paths that are not checked out (skip-worktree). */
export function skippedPaths(index: GitIndex): readonly string[] {
  if (index.version === 2) return [];
  const { bytes, starts } = index;
  const isSkipped = (at: number): boolean =>
    (bytes.readUInt16BE(at + 60) & EXTENDED) !== 0 && (bytes.readUInt16BE(at + 62) & SKIPPED) !== 0;
  return Array.from(starts.subarray(0, -1).keys())
    .filter((entry) => isSkipped(starts[entry]!))
    .map((entry) => pathBytes(index, entry).toString());
}

/** A staged file: its path relative to a folder, its id, and both in the bytes of a tree, as latin1 text. */
export interface IndexedFile extends Pick<IndexEntry, 'id' | 'mode'> {
  readonly path: string;
  readonly pathBytes: string;
  readonly idBytes: string;
}

/** The files staged below a folder (with its slash; empty: the whole index), in the order of their bytes. */
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
      id: readEntryId(bytes, at),
      idBytes: readEntryId(bytes, at, 'latin1'),
      mode: modeAt(bytes, at),
    };
  });
}
