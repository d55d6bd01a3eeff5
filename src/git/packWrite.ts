import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { deflateFast, FAST } from './deflateFast.ts';
import type { NamedObject, ObjectType } from './object.ts';
import { encodeDelta } from './packDelta.ts';

/** Where an object stands in a pack. */
export interface PackedObject {
  readonly id: string;
  readonly offset: number;
  /** CRC-32 of the entry's bytes as they stand in the pack. */
  readonly crc: number;
}

/** A pack file, not yet written. */
export interface PackFile {
  readonly bytes: Buffer;
  /** The pack's last 20 bytes: SHA-1 over all others. */
  readonly checksum: Buffer;
  readonly objects: readonly PackedObject[];
}

const CODES: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const OFFSET_DELTA = 6;
const VERSION = 2;
/** From here on deflating would hold up the requests that are being answered. */
const LARGE_BYTES = 64 * 1024;

const deflateLarge = promisify<Buffer, typeof FAST, Buffer>(deflate);

/** A pack of these objects, those as deltas whose base stands before them (gitformat-pack, "pack-*.pack files"). */
export async function encodePack(objects: readonly NamedObject[]): Promise<PackFile> {
  const parts: Buffer[] = [encodeHeader(objects.length)];
  const packed: PackedObject[] = [];
  const placed = new Map<string, Placed>();
  let offset = parts[0]!.length;
  let sinceBreath = 0;
  for (const object of objects) {
    const { head, content } = encodeContent(object, offset, placed);
    const isLarge = content.length > LARGE_BYTES;
    const entry = Buffer.concat([head, isLarge ? await deflateLarge(content, FAST) : deflateFast(content)]);
    packed.push({ id: object.id, offset, crc: crc32(entry) });
    placed.set(object.id, { object, offset });
    parts.push(entry);
    offset += entry.length;
    sinceBreath += isLarge ? 0 : content.length;
    if (sinceBreath > LARGE_BYTES) {
      await breathe();
      sinceBreath = 0;
    }
  }
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  const checksum = hash.digest();
  return { bytes: Buffer.concat([...parts, checksum]), checksum, objects: packed };
}

interface Placed {
  readonly object: NamedObject;
  readonly offset: number;
}

/** What an entry says before its deflated bytes, and these bytes: the object's or a delta's. */
function encodeContent(
  { type, content, base }: NamedObject,
  offset: number,
  placed: ReadonlyMap<string, Placed>,
): { readonly head: Buffer; readonly content: Buffer } {
  const known = base === undefined ? undefined : placed.get(base);
  const delta = known && encodeDelta(known.object.content, content);
  if (!delta) return { head: encodeEntryHead(CODES[type], content.length), content };
  const head = Buffer.concat([encodeEntryHead(OFFSET_DELTA, delta.length), encodeDistance(offset - known.offset)]);
  return { head, content: delta };
}

function encodeHeader(count: number): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK', 'latin1');
  header.writeUInt32BE(VERSION, 4);
  header.writeUInt32BE(count, 8);
  return header;
}

/** Three bits of type and four of the size, then seven of the size a byte, lowest first. */
function encodeEntryHead(code: number, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (code << 4) | (size & 15);
  // Not shifted: a size may have more than 32 bits.
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.from([...bytes, byte]);
}

/** How far before an entry its base begins: seven bits a byte, highest first, each but the last one less than it says. */
function encodeDistance(distance: number): Buffer {
  const bytes = [distance & 0x7f];
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1;
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return Buffer.from(bytes);
}
