import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { writeFileDurably } from '../../lib/disk/writeFileDurably.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { Kind } from '../../model/records.ts';
import type { Outline } from '../outline.ts';
import { schemaVersion } from './fileRecord.ts';
import { isBroken, type KnownFile, type ReadFile, type RecordHead } from './knownFile.ts';
import { isStampAt, NUMBERS, numbersOf, type Stamp, UNKNOWN_STAMP } from './stamp.ts';

/** Increased when files are parsed or indexed differently: caches of other versions are not used. */
const PARSER_VERSION = 6;
/**
 * A stat taken within two seconds of its mtime is not trusted: the file may change again within one tick of the clock.
 */
const RACY_MS = 2000;

interface CachedFile {
  readonly file: ReadFile;
  /** Its stamp starts at index `at`: a start creates no object for it. */
  readonly stamps: Float64Array;
  readonly at: number;
}

/**
 * The values of files as they were last read. A pure function of their bytes, the parser's version and the schemas:
 * losing it only costs time. Broken files are not saved.
 */
export interface ParseCache {
  /** The value of a file, if its stat is still that of the parsed file. */
  find(path: string, at: Stamp): ReadFile | undefined;
  /** Whether a file is still the parsed one, judged by its stat; undefined if the stat cannot tell. */
  matches(path: string, at: Stamp): boolean | undefined;
  /** The value of a file as it was last parsed, whatever its stat is now. */
  get(path: string): ReadFile | undefined;
  set(file: ReadFile, at: Stamp): void;
  drop(path: string): void;
  /** How many of its files have changed since it was saved. */
  readonly unsaved: number;
  /** Replaces the cache file, if anything has changed. */
  save(): Promise<void>;
}

/** CRC-32 as eight hex digits: protects against damage, not against forgery. */
const toHex = (crc: number): string => crc.toString(16).padStart(CHECKSUM_LENGTH, '0');
const CHECKSUM_LENGTH = 8;

export function createParseCache(cacheFile: string, clock: () => Date): ParseCache {
  const header = JSON.stringify({ quire: 'parse-cache', version: PARSER_VERSION, schemas: schemaVersion() });
  const cached = readCache(cacheFile, header);
  const unsaved = new Set<string>();

  return {
    find(path, at) {
      const found = cached.get(path);
      return found && hasStamp(found, at) ? found.file : undefined;
    },
    matches(path, at) {
      const found = cached.get(path);
      if (!found) return false;
      return hasStamp(found, UNKNOWN_STAMP) ? undefined : hasStamp(found, at);
    },
    get: (path) => cached.get(path)?.file,
    set(file, at) {
      const isRacy = Math.abs(clock().getTime() - at.mtimeMs) < RACY_MS;
      cached.set(file.path, { file, stamps: Float64Array.from(numbersOf(isRacy ? UNKNOWN_STAMP : at)), at: 0 });
      unsaved.add(file.path);
    },
    drop(path) {
      if (cached.delete(path)) unsaved.add(path);
    },
    get unsaved() {
      return unsaved.size;
    },
    async save() {
      if (unsaved.size === 0) return;
      const paths = [...unsaved];
      unsaved.clear();
      try {
        await writeCache(cacheFile, header, cached);
      } catch (error) {
        for (const path of paths) unsaved.add(path);
        throw error;
      }
    },
  };
}

const hasStamp = ({ stamps, at }: CachedFile, stamp: Stamp): boolean => isStampAt(stamps, at, stamp);

const LINE_BREAK = 0x0a;

/** The entry of each file in the second line. Lists are parsed faster than objects. */
type CachedHead = readonly [
  ...[kind: Kind, key: string, path: string, rev: string],
  ...[head: RecordHead, outline: Outline, dataBytes: number],
];

const toHead = ({ kind, key, path, rev, head, outline, json }: KnownFile): CachedHead => {
  return [kind, key, path, rev, head, outline, json.length];
};

/** Reads the cache file; empty if it is absent, damaged or of another version. */
function readCache(file: string, header: string): Map<string, CachedFile> {
  const bytes = readCacheBytes(file);
  const start = Buffer.byteLength(header) + 1;
  const end = bytes.length - CHECKSUM_LENGTH;
  const isOurs = bytes.toString('utf8', 0, start) === `${header}\n`;
  if (!isOurs || toHex(crc32(bytes.subarray(0, end))) !== bytes.toString('latin1', end)) return new Map();
  const stampsFrom = bytes.indexOf(LINE_BREAK, start) + 1;
  // The checksum shows that `writeCache` wrote this.
  const heads = JSON.parse(bytes.toString('utf8', start, stampsFrom)) as readonly CachedHead[];
  const stamps = new Float64Array(heads.length * NUMBERS);
  const data = stampsFrom + bytes.copy(new Uint8Array(stamps.buffer), 0, stampsFrom);
  return readCachedFiles(heads, stamps, bytes.subarray(data, end));
}

function readCachedFiles(heads: readonly CachedHead[], stamps: Float64Array, data: Buffer): Map<string, CachedFile> {
  const cached = new Map<string, CachedFile>();
  let from = 0;
  let at = 0;
  for (const [kind, key, path, rev, head, outline, dataBytes] of heads) {
    const json = data.subarray(from, from + dataBytes);
    cached.set(path, { file: { kind, key, path, rev, head, outline, json }, stamps, at });
    from += dataBytes;
    at += NUMBERS;
  }
  return cached;
}

function readCacheBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // Absent or unreadable: there is no cache, and the next save writes one.
    return Buffer.alloc(0);
  }
}

/**
 * The format: a line with the header, a line with the heads of all files, their stamps, their data, and a checksum.
 * Files set during the write may be missing from it; they count as unsaved.
 */
async function writeCache(file: string, header: string, cached: ReadonlyMap<string, CachedFile>): Promise<void> {
  const all = [...cached.values()].flatMap(({ file, ...stamp }) => (isBroken(file) ? [] : { known: file, ...stamp }));
  const stamps = new Float64Array(all.length * NUMBERS);
  const heads: Buffer[] = [];
  const yieldIfBusy = createYieldIfBusy();
  for (const [row, one] of all.entries()) {
    stamps.set(one.stamps.subarray(one.at, one.at + NUMBERS), row * NUMBERS);
    heads.push(Buffer.from(`${row === 0 ? '' : ','}${JSON.stringify(toHead(one.known))}`));
    await yieldIfBusy();
  }
  const data = all.map(({ known }) => known.json);
  const parts = [Buffer.from(`${header}\n[`), ...heads, Buffer.from(']\n'), Buffer.from(stamps.buffer), ...data];
  let crc = 0;
  for (const part of parts) {
    crc = crc32(part, crc);
    await yieldIfBusy();
  }
  await writeFileDurably(file, Buffer.concat([...parts, Buffer.from(toHex(crc))]), 0o600);
}
