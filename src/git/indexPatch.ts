import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { FIXED_SIZE, findStarts, type GitIndex, HEADER_SIZE, lowerBound, upperBound } from './indexFile.ts';

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
}

/**
 * The index with these paths' entries replaced, all others kept byte for byte, except that racy ones get
 * size 0, which makes git look at their content again. Extensions do not come along.
 */
export function patchIndex(index: GitIndex, { changes, racyFromSeconds }: Patch): GitIndex {
  const sorted = changes
    .map((change) => ({ name: Buffer.from(change.path), entry: change.entry }))
    .sort((a, b) => a.name.compare(b.name));
  const parts: Buffer[] = [];
  const fresh: Buffer[] = [];
  let count = index.starts.length - 1;
  let copied = 0;
  for (const { name, entry } of sorted) {
    const from = lowerBound(index, name);
    const to = upperBound(index, name, from);
    parts.push(index.bytes.subarray(index.starts[copied], index.starts[from]));
    if (entry) fresh.push(encodeEntry(name, entry));
    parts.push(entry ? fresh.at(-1)! : Buffer.alloc(0));
    count += (entry ? 1 : 0) - (to - from);
    copied = to;
  }
  parts.push(index.bytes.subarray(index.starts[copied]));
  const bytes = Buffer.concat(parts);
  const starts = findStarts(bytes, count);
  const patched: GitIndex = { version: index.version, bytes, starts };
  const names = new Set(sorted.map(({ name }) => lowerBound(patched, name)));
  smudgeRacy(patched, racyFromSeconds, names);
  return patched;
}

function smudgeRacy({ bytes, starts }: GitIndex, fromSeconds: number, except: ReadonlySet<number>): void {
  for (let entry = 0; entry < starts.length - 1; entry++) {
    const at = starts[entry]!;
    if (bytes.readUInt32BE(at + 8) >= fromSeconds && !except.has(entry)) bytes.writeUInt32BE(0, at + 36);
  }
}

/** The low 32 bits, as git keeps of every stat field. */
const low32 = (value: bigint): number => Number(BigInt.asUintN(32, value));

function encodeEntry(name: Buffer, { id, mode, stat }: FreshEntry): Buffer {
  const entry = Buffer.alloc((FIXED_SIZE + name.length + 8) & ~7);
  if (stat) writeStat(entry, stat);
  entry.writeUInt32BE(Number.parseInt(mode, 8), 24);
  entry.write(id, 40, 'hex');
  entry.writeUInt16BE(Math.min(name.length, 0xfff), 60);
  name.copy(entry, FIXED_SIZE);
  return entry;
}

function writeStat(entry: Buffer, stat: BigIntStats): void {
  const fields = [
    low32(stat.ctimeNs / 1_000_000_000n),
    low32(stat.ctimeNs % 1_000_000_000n),
    low32(stat.mtimeNs / 1_000_000_000n),
    low32(stat.mtimeNs % 1_000_000_000n),
    low32(stat.dev),
    low32(stat.ino),
    0,
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
  const bytes = Buffer.concat(sorted.map(({ name, id, mode }) => encodeEntry(name, { id, mode, stat: null })));
  return { version: 2, bytes, starts: findStarts(bytes, sorted.length) };
}

/** The index as a file of version 2 or 3, with its checksum. */
export function serialiseIndex({ version, bytes, starts }: GitIndex): Buffer {
  const header = Buffer.alloc(HEADER_SIZE);
  header.write('DIRC', 'latin1');
  header.writeUInt32BE(version, 4);
  header.writeUInt32BE(starts.length - 1, 8);
  const checksum = createHash('sha1').update(header).update(bytes).digest();
  return Buffer.concat([header, bytes, checksum]);
}
