import { createHash, type Hash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FilePatch } from '../../disk/durableFs.ts';
import { lowerBound, upperBoundOfPath } from '../../format/index/indexEntries.ts';
import { findStarts } from '../../format/index/indexFile.ts';
import {
  EXTENDED,
  FIXED_SIZE,
  type GitIndex,
  HEADER_SIZE,
  NAME_MASK,
  SKIPPED,
} from '../../format/index/indexLayout.ts';

/** The entry that a path is to have; null: none. */
export interface IndexChange {
  readonly path: string;
  readonly entry: FreshEntry | null;
}

interface FreshEntry {
  readonly id: string;
  readonly mode: string;
  /** Null makes git read the file's content. */
  readonly stat: BigIntStats | null;
  /** Whether the file is not checked out: git then takes it for unchanged (skip-worktree). */
  readonly isSkipped?: boolean;
}

interface IndexDraftInput {
  readonly changes: readonly IndexChange[];
  /** Seconds of the old index file's mtime: entries that are not older could hide a later edit (git's racy-git document). */
  readonly racyFromSeconds: number;
  /** A buffer to reuse for the file if it has the same length, so as not to allocate megabytes for each write. Must not hold the index itself. */
  readonly into?: Buffer | undefined;
  /** Known only for an index that was drafted here. */
  readonly young?: YoungEntries | undefined;
}

/** The only entries of an index that can be racy from this time on: all others were checked against it. */
export interface YoungEntries {
  readonly numbers: readonly number[];
  readonly fromSeconds: number;
}

/** An index file that is complete except for the stats of changed entries and the checksum, which are filled in last. */
export interface IndexDraft {
  readonly index: GitIndex;
  /** The whole file; the entries of `index` are a part of it. */
  readonly file: Buffer;
  /** The checksum of the part that no longer changes. */
  readonly checksum: { readonly hash: Hash; readonly upTo: number };
  /** The parts (views) of the file that differ from the one before; undefined if entries have moved, or many differ. */
  readonly differing: readonly FilePatch[] | undefined;
  readonly young: YoungEntries;
  /** The entry numbers of changed paths. */
  readonly places: ReadonlyMap<string, number>;
}

const CHECKSUM_SIZE = 20;
/** Deliberately wrong, so that a draft is not valid: zeros would be accepted (index.skipHash). */
const NO_CHECKSUM = Buffer.alloc(CHECKSUM_SIZE, 0xff);
/** With more parts than this, writing a whole new file is as quick. */
const MAX_DIFFERING = 1_000;

/**
 * The index with the entries of these paths replaced. All others are kept byte for byte, except that racy ones get
 * size 0, which makes git read their content again. Extensions are dropped.
 */
export function draftIndex(index: GitIndex, { changes, racyFromSeconds, into, young }: IndexDraftInput): IndexDraft {
  const sorted = changes
    .map(({ path, entry }) => ({ path, name: Buffer.from(path), entry }))
    .sort((a, b) => a.name.compare(b.name));
  const parts: Buffer[] = [Buffer.alloc(HEADER_SIZE)];
  let count = index.starts.length - 1;
  let copied = 0;
  let keepsPlaces = true;
  const places = new Map<string, number>();
  const before = count;
  for (const { path, name, entry } of sorted) {
    const from = lowerBound(index, name, copied);
    places.set(path, from + count - before);
    const to = upperBoundOfPath(index, name, from);
    parts.push(index.bytes.subarray(index.starts[copied], index.starts[from]));
    const encoded = entry ? encodeEntry(name, entry) : Buffer.alloc(0);
    parts.push(encoded);
    keepsPlaces &&= to - from === 1 && encoded.length === index.starts[to]! - index.starts[from]!;
    count += (entry ? 1 : 0) - (to - from);
    copied = to;
  }
  parts.push(index.bytes.subarray(index.starts[copied]), NO_CHECKSUM);
  const file = concatInto(parts, into);
  const version = changes.some(({ entry }) => entry?.isSkipped) ? 3 : index.version;
  encodeIndexHeader(version, count).copy(file);
  const bytes = file.subarray(HEADER_SIZE, file.length - CHECKSUM_SIZE);
  const patched: GitIndex = {
    version,
    bytes,
    starts: keepsPlaces ? index.starts : findStarts(bytes, count),
  };
  const changed = [...places.values()];
  const suspects = keepsPlaces && young && young.fromSeconds <= racyFromSeconds ? young.numbers : entryNumbers(patched);
  const smudged = smudgeRacy(patched, racyFromSeconds, { suspects, except: new Set(changed) });
  const upTo = HEADER_SIZE + patched.starts[changed[0] ?? count]!;
  const checksum = { hash: createHash('sha1').update(file.subarray(0, upTo)), upTo };
  const isSmall = keepsPlaces && version === index.version && changed.length + smudged.length <= MAX_DIFFERING;
  const differing = isSmall ? [...changed, ...smudged].map(entryPatch(file, patched)) : undefined;
  // If the last entries were removed, their numbers no longer exist.
  const present = changed.filter((entry) => entry < count);
  const nowYoung = { numbers: present, fromSeconds: racyFromSeconds };
  return { index: patched, file, checksum, differing, young: nowYoung, places };
}

const entryNumbers = ({ starts }: GitIndex): Iterable<number> => Array(starts.length - 1).keys();

function concatInto(parts: readonly Buffer[], into: Buffer | undefined): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const file = into?.length === length ? into : Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of parts) at += part.copy(file, at);
  return file;
}

/** An entry's bytes in the file. */
const entryPatch =
  (file: Buffer, { starts }: GitIndex) =>
  (entry: number): FilePatch => {
    const at = HEADER_SIZE + starts[entry]!;
    return { at, bytes: file.subarray(at, HEADER_SIZE + starts[entry + 1]!) };
  };

/** Fills in the stats, which are known once the files are in place, and the checksum. Returns the changed parts of the file. */
export function completeIndex(
  { index, file, checksum, places }: IndexDraft,
  changes: readonly IndexChange[],
): readonly FilePatch[] {
  const patches = changes.flatMap(({ path, entry }): FilePatch[] => {
    if (!entry?.stat) return [];
    const at = HEADER_SIZE + index.starts[places.get(path)!]!;
    const bytes = file.subarray(at, at + STAT_SIZE);
    writeStat(bytes, entry.stat, Number.parseInt(entry.mode, 8));
    return [{ at, bytes }];
  });
  const end = file.length - CHECKSUM_SIZE;
  checksum.hash.copy().update(file.subarray(checksum.upTo, end)).digest().copy(file, end);
  return [...patches, { at: end, bytes: file.subarray(end) }];
}

interface Suspects {
  readonly suspects: Iterable<number>;
  readonly except: ReadonlySet<number>;
}

/** Marks racy entries, and returns those that were not marked before. */
function smudgeRacy(
  { bytes, starts }: GitIndex,
  fromSeconds: number,
  { suspects, except }: Suspects,
): readonly number[] {
  const smudged: number[] = [];
  for (const entry of suspects) {
    const at = starts[entry]!;
    const isRacy = bytes.readUInt32BE(at + 8) >= fromSeconds && bytes.readUInt32BE(at + 36) !== 0;
    if (!isRacy || except.has(entry)) continue;
    bytes.writeUInt32BE(0, at + 36);
    smudged.push(entry);
  }
  return smudged;
}

/** The low 32 bits, which are what git keeps of every stat field. */
const low32 = (value: bigint): number => Number(BigInt.asUintN(32, value));

/** An entry without stats. */
function encodeEntry(name: Buffer, { id, mode, isSkipped = false }: Omit<FreshEntry, 'stat'>): Buffer {
  const nameAt = FIXED_SIZE + (isSkipped ? 2 : 0);
  const entry = Buffer.alloc((nameAt + name.length + 8) & ~7);
  entry.writeUInt32BE(Number.parseInt(mode, 8), 24);
  entry.write(id, 40, 'hex');
  entry.writeUInt16BE(Math.min(name.length, NAME_MASK) | (isSkipped ? EXTENDED : 0), 60);
  if (isSkipped) entry.writeUInt16BE(SKIPPED, FIXED_SIZE);
  name.copy(entry, nameAt);
  return entry;
}

/** The ten fields before an entry's id, of four bytes each. */
const STAT_SIZE = 40;

function writeStat(entry: Buffer, stat: BigIntStats, mode: number): void {
  const fields = [
    low32(stat.ctimeNs / 1_000_000_000n),
    low32(stat.ctimeNs % 1_000_000_000n),
    low32(stat.mtimeNs / 1_000_000_000n),
    low32(stat.mtimeNs % 1_000_000_000n),
    low32(stat.dev),
    low32(stat.ino),
    mode,
    low32(stat.uid),
    low32(stat.gid),
    low32(stat.size),
  ];
  fields.forEach((field, position) => {
    entry.writeUInt32BE(field, position * 4);
  });
}

/** An index of these entries, none of which git has compared with its file yet. */
export function buildIndex(entries: readonly (Omit<FreshEntry, 'stat'> & { readonly name: Buffer })[]): GitIndex {
  const sorted = entries.toSorted((a, b) => a.name.compare(b.name));
  const bytes = Buffer.concat(sorted.map(({ name, ...entry }) => encodeEntry(name, entry)));
  const version = entries.some(({ isSkipped }) => isSkipped) ? 3 : 2;
  return { version, bytes, starts: findStarts(bytes, sorted.length) };
}

/** The index as a file of version 2 or 3, with its checksum. */
export function serialiseIndex(index: GitIndex): Buffer {
  const draft = draftIndex(index, { changes: [], racyFromSeconds: Number.POSITIVE_INFINITY });
  completeIndex(draft, []);
  return draft.file;
}

function encodeIndexHeader(version: number, count: number): Buffer {
  const header = Buffer.alloc(HEADER_SIZE);
  header.write('DIRC', 'latin1');
  header.writeUInt32BE(version, 4);
  header.writeUInt32BE(count, 8);
  return header;
}
