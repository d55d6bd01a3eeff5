import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { createBreath } from '../lib/createBreath.ts';
import { writeFileDurably } from '../lib/writeFileDurably.ts';
import type { Kind } from '../model/records.ts';
import { type RecordHead, schemaVersion } from './fileRecord.ts';
import type { KnownFile } from './knownFile.ts';
import type { Outline } from './outline.ts';
import { isSameStamp, type Stamp, stampOf } from './stamp.ts';

/** Counts up when a file may be read, or indexed, otherwise than before: caches of other versions are not used. */
const PARSER_VERSION = 3;
/** A stat taken within two seconds of its own mtime is not trusted: the file may change again within one tick of the clock. */
const RACY_MS = 2000;

/** Of a file whose stat is not trusted: equal to none that a file has. */
const UNTRUSTED: Stamp = { mtimeMs: 0, ctimeMs: 0, size: 0, ino: 0 };
interface Cached {
  readonly stamp: Stamp;
  readonly known: KnownFile;
}

/**
 * What files said as records when they were last read. A pure function of their bytes, the parser's version and the schemas;
 * losing it costs time only.
 */
export interface ParseCache {
  /** What a file says if its stat is still that of the file that was parsed. */
  find(path: string, at: Stamp): KnownFile | undefined;
  /** Whether the file is the one that was parsed, by its stat; undefined where that cannot be told from it. */
  matches(path: string, at: Stamp): boolean | undefined;
  /** What a file said when it had any stat. */
  get(path: string): KnownFile | undefined;
  set(known: KnownFile, at: Stamp): void;
  drop(path: string): void;
  /** How many files it would know that its file does not: what saving it is good for. */
  readonly unsaved: number;
  /** Writes the cache beside and renames it, if anything has changed. */
  save(): Promise<void>;
}

/** CRC-32 as eight hex digits: it guards against damage, not against forgers. */
const toHex = (crc: number): string => crc.toString(16).padStart(8, '0');

export function createParseCache(file: string, clock: () => Date): ParseCache {
  const header = JSON.stringify({ quire: 'parse-cache', version: PARSER_VERSION, schemas: schemaVersion() });
  const cached = readCache(file, header);
  const unsaved = new Set<string>();

  return {
    find(path, at) {
      const found = cached.get(path);
      return found && isSameStamp(found.stamp, at) ? found.known : undefined;
    },
    matches(path, at) {
      const stamp = cached.get(path)?.stamp;
      if (!stamp) return false;
      return isSameStamp(stamp, UNTRUSTED) ? undefined : isSameStamp(stamp, at);
    },
    get: (path) => cached.get(path)?.known,
    set(known, at) {
      const isRacy = Math.abs(clock().getTime() - at.mtimeMs) < RACY_MS;
      cached.set(known.path, { stamp: isRacy ? UNTRUSTED : stampOf(at), known });
      unsaved.add(known.path);
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
        await writeCache(file, header, cached);
      } catch (error) {
        for (const path of paths) unsaved.add(path);
        throw error;
      }
    },
  };
}

const TAB = 0x09;
const LINE_BREAK = 0x0a;

/** What stands in a line before the tab: as lists without names it is read in two thirds of the time. */
type Line = readonly [
  ...[mtimeMs: number, ctimeMs: number, size: number, ino: number],
  ...[kind: Kind, key: string, path: string, rev: string, head: RecordHead, outline: Outline],
];

/** Of each file one line: what is known of it, as JSON; a tab; its data. A header before, a checksum at the end. */
function toLine({ stamp, known }: Cached): readonly Buffer[] {
  const { mtimeMs, ctimeMs, size, ino } = stamp;
  const { kind, key, path, rev, head, outline, json } = known;
  const line: Line = [mtimeMs, ctimeMs, size, ino, kind, key, path, rev, head, outline];
  return [Buffer.from(`${JSON.stringify(line)}\t`), json, Buffer.of(LINE_BREAK)];
}

function fromLine(bytes: Buffer, start: number, end: number): Cached {
  const tab = bytes.indexOf(TAB, start);
  // The checksum says that we wrote this.
  const line = JSON.parse(bytes.toString('utf8', start, tab)) as Line;
  const [mtimeMs, ctimeMs, size, ino, kind, key, path, rev, head, outline] = line;
  const json = bytes.subarray(tab + 1, end);
  return { stamp: { mtimeMs, ctimeMs, size, ino }, known: { kind, key, path, rev, head, outline, json } };
}

/** A cache that is absent, damaged or another version's is empty. */
function readCache(file: string, header: string): Map<string, Cached> {
  const bytes = readBytes(file);
  const start = Buffer.byteLength(header) + 1;
  const end = bytes.lastIndexOf(LINE_BREAK) + 1;
  const isOurs = bytes.toString('utf8', 0, start) === `${header}\n`;
  if (!isOurs || toHex(crc32(bytes.subarray(0, end))) !== bytes.toString('latin1', end)) return new Map();
  const cached = new Map<string, Cached>();
  for (let at = start; at < end; ) {
    const next = bytes.indexOf(LINE_BREAK, at);
    const one = fromLine(bytes, at, next);
    cached.set(one.known.path, one);
    at = next + 1;
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

/** What is set meanwhile may be in it or not: whoever sets it has it saved again. */
async function writeCache(file: string, header: string, cached: ReadonlyMap<string, Cached>): Promise<void> {
  const parts: Buffer[] = [Buffer.from(`${header}\n`)];
  let crc = crc32(parts[0]!);
  const breath = createBreath();
  for (const one of cached.values()) {
    for (const part of toLine(one)) {
      parts.push(part);
      crc = crc32(part, crc);
    }
    await breath();
  }
  await writeFileDurably(file, Buffer.concat([...parts, Buffer.from(toHex(crc))]), 0o600);
}
