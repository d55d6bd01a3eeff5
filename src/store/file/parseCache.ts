import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { writeFileDurably } from '../../lib/disk/writeFileDurably.ts';
import { createBreath } from '../../lib/turn/createBreath.ts';
import type { Kind } from '../../model/records.ts';
import type { Outline } from '../outline.ts';
import { schemaVersion } from './fileRecord.ts';
import { isBroken, type KnownFile, type ReadFile, type RecordHead } from './knownFile.ts';
import { isStampAt, NUMBERS, numbersOf, type Stamp, UNKNOWN_STAMP } from './stamp.ts';

/** Counts up when a file may be read, or indexed, otherwise than before: caches of other versions are not used. */
const PARSER_VERSION = 6;
/** A stat taken within two seconds of its own mtime is not trusted: the file may change again within one tick of the clock. */
const RACY_MS = 2000;

interface Cached {
  readonly file: ReadFile;
  /** Its stamp is those from `at` on: a start makes no object for it. */
  readonly stamps: Float64Array;
  readonly at: number;
}

/**
 * What files said when they were last read. A pure function of their bytes, the parser's version and the schemas; losing
 * it costs time only. What is broken is not saved.
 */
export interface ParseCache {
  /** What a file says if its stat is still that of the file that was parsed. */
  find(path: string, at: Stamp): ReadFile | undefined;
  /** Whether the file is the one that was parsed, by its stat; undefined where that cannot be told from it. */
  matches(path: string, at: Stamp): boolean | undefined;
  /** What a file said when it had any stat. */
  get(path: string): ReadFile | undefined;
  set(file: ReadFile, at: Stamp): void;
  drop(path: string): void;
  /** How many files it knows that its file on disk does not: what saving it would gain. */
  readonly unsaved: number;
  /** Writes the cache beside and renames it, if anything has changed. */
  save(): Promise<void>;
}

/** CRC-32 as eight hex digits: it guards against damage, not against forgers. */
const toHex = (crc: number): string => crc.toString(16).padStart(CHECKSUM_LENGTH, '0');
const CHECKSUM_LENGTH = 8;

export function createParseCache(cacheFile: string, clock: () => Date): ParseCache {
  const header = JSON.stringify({ quire: 'parse-cache', version: PARSER_VERSION, schemas: schemaVersion() });
  const cached = readCache(cacheFile, header);
  const unsaved = new Set<string>();

  return {
    find(path, at) {
      const found = cached.get(path);
      return found && isOf(found, at) ? found.file : undefined;
    },
    matches(path, at) {
      const found = cached.get(path);
      if (!found) return false;
      return isOf(found, UNKNOWN_STAMP) ? undefined : isOf(found, at);
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

const isOf = ({ stamps, at }: Cached, stamp: Stamp): boolean => isStampAt(stamps, at, stamp);

const LINE_BREAK = 0x0a;

/** What stands of each file in the second line: lists are read sooner than objects with names. */
type Head = readonly [
  ...[kind: Kind, key: string, path: string, rev: string],
  ...[head: RecordHead, outline: Outline, dataBytes: number],
];

const toHead = ({ kind, key, path, rev, head, outline, json }: KnownFile): Head => {
  return [kind, key, path, rev, head, outline, json.length];
};

/** A cache that is absent, damaged or another version's is empty. */
function readCache(file: string, header: string): Map<string, Cached> {
  const bytes = readBytes(file);
  const start = Buffer.byteLength(header) + 1;
  const end = bytes.length - CHECKSUM_LENGTH;
  const isOurs = bytes.toString('utf8', 0, start) === `${header}\n`;
  if (!isOurs || toHex(crc32(bytes.subarray(0, end))) !== bytes.toString('latin1', end)) return new Map();
  const stampsFrom = bytes.indexOf(LINE_BREAK, start) + 1;
  // The checksum says that we wrote this.
  const heads = JSON.parse(bytes.toString('utf8', start, stampsFrom)) as readonly Head[];
  const stamps = new Float64Array(heads.length * NUMBERS);
  const data = stampsFrom + bytes.copy(new Uint8Array(stamps.buffer), 0, stampsFrom);
  return takeApart(heads, stamps, bytes.subarray(data, end));
}

function takeApart(heads: readonly Head[], stamps: Float64Array, data: Buffer): Map<string, Cached> {
  const cached = new Map<string, Cached>();
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

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // Absent or unreadable: either way there is no cache, and the next save makes one.
    return Buffer.alloc(0);
  }
}

/**
 * A line with the header; one with what is known of each file; the stamps and the data of all, and a checksum. What is
 * set meanwhile may be in it or not: whoever sets it has it saved again.
 */
async function writeCache(file: string, header: string, cached: ReadonlyMap<string, Cached>): Promise<void> {
  const all = [...cached.values()].flatMap(({ file, ...stamp }) => (isBroken(file) ? [] : { known: file, ...stamp }));
  const stamps = new Float64Array(all.length * NUMBERS);
  const heads: Buffer[] = [];
  const breath = createBreath();
  for (const [row, one] of all.entries()) {
    stamps.set(one.stamps.subarray(one.at, one.at + NUMBERS), row * NUMBERS);
    heads.push(Buffer.from(`${row === 0 ? '' : ','}${JSON.stringify(toHead(one.known))}`));
    await breath();
  }
  const data = all.map(({ known }) => known.json);
  const parts = [Buffer.from(`${header}\n[`), ...heads, Buffer.from(']\n'), Buffer.from(stamps.buffer), ...data];
  let crc = 0;
  for (const part of parts) {
    crc = crc32(part, crc);
    await breath();
  }
  await writeFileDurably(file, Buffer.concat([...parts, Buffer.from(toHex(crc))]), 0o600);
}
