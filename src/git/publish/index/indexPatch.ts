import { createHash, type Hash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FilePatch } from '../../disk/durableFs.ts';
import { lowerBound, upperBound } from '../../format/index/indexEntries.ts';
import { findStarts } from '../../format/index/indexFile.ts';
import { FIXED_SIZE, type GitIndex, HEADER_SIZE } from '../../format/index/indexLayout.ts';

/** The entry a path shall have; null: none. */
export interface IndexChange {
  readonly path: string;
  readonly entry: FreshEntry | null;
}

interface FreshEntry {
  readonly id: string;
  readonly mode: string;
  /** Null makes git look at the file's content. */
  readonly stat: BigIntStats | null;
}

interface Patch {
  readonly changes: readonly IndexChange[];
  /** Seconds of the old index file's mtime: entries that are not older could hide a later edit (git's racy-git document). */
  readonly racyFromSeconds: number;
  /** Becomes the file if it is as long; the index must be no part of it. Megabytes made anew for each write keep the collector busy. */
  readonly into?: Buffer | undefined;
  /** Of an index that was drafted here. */
  readonly young?: YoungEntries | undefined;
}

/** The only entries of an index that can be racy, as long as that is judged by no earlier time: all others were looked at then. */
export interface YoungEntries {
  readonly numbers: readonly number[];
  readonly fromSeconds: number;
}

/** An index file that is complete but for the stats of changed entries and the checksum, which come last. */
export interface IndexDraft {
  readonly index: GitIndex;
  /** The whole file, of which the index's entries are a part. */
  readonly file: Buffer;
  /** The checksum as far as nothing more changes. */
  readonly checksum: { readonly hash: Hash; readonly upTo: number };
  /** The parts of the file that differ from the one before, views of it; undefined where entries have moved, or many differ. */
  readonly differing: readonly FilePatch[] | undefined;
  readonly young: YoungEntries;
  /** Where the entries of changed paths stand. */
  readonly places: ReadonlyMap<string, number>;
}

const CHECKSUM_SIZE = 20;
/** Wrong as long as the draft is one: of zeros it would be right (index.skipHash). */
const NO_CHECKSUM = Buffer.alloc(CHECKSUM_SIZE, 0xff);
/** With more parts than this a file is as soon written anew. */
const MAX_DIFFERING = 1_000;

/**
 * The index with these paths' entries replaced, all others kept byte for byte, except that racy ones get
 * size 0, which makes git look at their content again. Extensions do not come along.
 */
export function draftIndex(index: GitIndex, { changes, racyFromSeconds, into, young }: Patch): IndexDraft {
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
    const to = upperBound(index, name, from);
    parts.push(index.bytes.subarray(index.starts[copied], index.starts[from]));
    const encoded = entry ? encodeEntry(name, entry) : Buffer.alloc(0);
    parts.push(encoded);
    keepsPlaces &&= to - from === 1 && encoded.length === index.starts[to]! - index.starts[from]!;
    count += (entry ? 1 : 0) - (to - from);
    copied = to;
  }
  parts.push(index.bytes.subarray(index.starts[copied]), NO_CHECKSUM);
  const file = join(parts, into);
  encodeHeader(index.version, count).copy(file);
  const bytes = file.subarray(HEADER_SIZE, file.length - CHECKSUM_SIZE);
  const patched: GitIndex = {
    version: index.version,
    bytes,
    starts: keepsPlaces ? index.starts : findStarts(bytes, count),
  };
  const changed = [...places.values()];
  const suspects = keepsPlaces && young && young.fromSeconds <= racyFromSeconds ? young.numbers : entriesOf(patched);
  const smudged = smudgeRacy(patched, racyFromSeconds, { suspects, except: new Set(changed) });
  const upTo = HEADER_SIZE + patched.starts[changed[0] ?? count]!;
  const checksum = { hash: createHash('sha1').update(file.subarray(0, upTo)), upTo };
  const isSmall = keepsPlaces && changed.length + smudged.length <= MAX_DIFFERING;
  const differing = isSmall ? [...changed, ...smudged].map(partOf(file, patched)) : undefined;
  // Where the last ones were removed there is none any more.
  const present = changed.filter((entry) => entry < count);
  const nowYoung = { numbers: present, fromSeconds: racyFromSeconds };
  return { index: patched, file, checksum, differing, young: nowYoung, places };
}

const entriesOf = ({ starts }: GitIndex): Iterable<number> => Array(starts.length - 1).keys();

function join(parts: readonly Buffer[], into: Buffer | undefined): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const file = into?.length === length ? into : Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of parts) at += part.copy(file, at);
  return file;
}

/** An entry's bytes in the file. */
const partOf =
  (file: Buffer, { starts }: GitIndex) =>
  (entry: number): FilePatch => {
    const at = HEADER_SIZE + starts[entry]!;
    return { at, bytes: file.subarray(at, HEADER_SIZE + starts[entry + 1]!) };
  };

/** Fills in what only the new files' places could tell, and the checksum. Gives the parts of the file that this has changed. */
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

/** Gives the entries it has marked, without those that were marked before. */
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

/** The low 32 bits, as git keeps of every stat field. */
const low32 = (value: bigint): number => Number(BigInt.asUintN(32, value));

/** Without stats. */
function encodeEntry(name: Buffer, { id, mode }: Omit<FreshEntry, 'stat'>): Buffer {
  const entry = Buffer.alloc((FIXED_SIZE + name.length + 8) & ~7);
  entry.writeUInt32BE(Number.parseInt(mode, 8), 24);
  entry.write(id, 40, 'hex');
  entry.writeUInt16BE(Math.min(name.length, 0xfff), 60);
  name.copy(entry, FIXED_SIZE);
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
export function buildIndex(
  entries: readonly { readonly name: Buffer; readonly id: string; readonly mode: string }[],
): GitIndex {
  const sorted = entries.toSorted((a, b) => a.name.compare(b.name));
  const bytes = Buffer.concat(sorted.map(({ name, id, mode }) => encodeEntry(name, { id, mode })));
  return { version: 2, bytes, starts: findStarts(bytes, sorted.length) };
}

/** The index as a file of version 2 or 3, with its checksum. */
export function serialiseIndex(index: GitIndex): Buffer {
  const draft = draftIndex(index, { changes: [], racyFromSeconds: Number.POSITIVE_INFINITY });
  completeIndex(draft, []);
  return draft.file;
}

function encodeHeader(version: number, count: number): Buffer {
  const header = Buffer.alloc(HEADER_SIZE);
  header.write('DIRC', 'latin1');
  header.writeUInt32BE(version, 4);
  header.writeUInt32BE(count, 8);
  return header;
}
