import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import { deflateFast, deflateLarge } from '../deflateFast.ts';
import type { NamedObject, ObjectType } from '../object.ts';
import { encodeDelta } from './packDelta.ts';

/** Where an object is in a pack. */
export interface PackedObject {
  readonly id: string;
  readonly offset: number;
  /** CRC-32 of the entry's bytes in the pack. */
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
/** The bytes before the first entry. */
export const PACK_HEADER_BYTES = 12;
/** The bytes after the last one. */
export const PACK_TRAILER_BYTES = 20;
/** Deflating more than this would hold up the requests that are being answered: it takes 0.4 ms. */
const LARGE_BYTES = 64 * 1024;
/** Objects that are deflated in one go, large ones in other threads: planning and deflating them takes at most a millisecond. */
const SLICE = 8;

/** A pack of these objects; one whose base comes before it becomes a delta (gitformat-pack, "pack-*.pack files"). */
export async function encodePack(objects: readonly NamedObject[]): Promise<PackFile> {
  const parts: Buffer[] = [];
  const packed: PackedObject[] = [];
  const offsets = new Map<string, number>();
  let offset = PACK_HEADER_BYTES;
  const yieldIfBusy = createYieldIfBusy();
  const plan = createPlan();
  for (const slice of slicesOf(objects)) {
    const planned = slice.map(plan);
    const deflated = await Promise.all(planned.map(deflate));
    for (const [at, { object, base, content }] of planned.entries()) {
      const data = deflated[at]!;
      const entry =
        base === undefined
          ? encodeWholeEntry(object.type, content.length, data)
          : encodeDeltaEntry({ size: content.length, distance: offset - offsets.get(base)!, data });
      packed.push({ id: object.id, offset, crc: crc32(entry) });
      offsets.set(object.id, offset);
      parts.push(entry);
      offset += entry.length;
    }
    await yieldIfBusy();
  }
  return assemblePack(parts, packed);
}

/** The pack of these entries, in this order. */
export function assemblePack(entries: readonly Buffer[], objects: readonly PackedObject[]): PackFile {
  const parts = [encodePackHeader(objects.length), ...entries];
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  const checksum = hash.digest();
  return { bytes: Buffer.concat([...parts, checksum]), checksum, objects };
}

/** An entry that is no delta: the object's size, and its deflated bytes. */
export const encodeWholeEntry = (type: ObjectType, size: number, data: Buffer): Buffer =>
  Buffer.concat([encodeEntryHead(CODES[type], size), data]);

interface DeltaEntry {
  /** The size of the delta in bytes. */
  readonly size: number;
  /** How far before the entry its base begins. */
  readonly distance: number;
  /** The delta, deflated. */
  readonly data: Buffer;
}

/** An entry that is a delta against one before it. */
export const encodeDeltaEntry = ({ size, distance, data }: DeltaEntry): Buffer =>
  Buffer.concat([encodeEntryHead(OFFSET_DELTA, size), encodeDistance(distance), data]);

/** One object of a pack: its bytes, or the delta that makes them from those of the object `base` before it. */
interface PlannedEntry {
  readonly object: NamedObject;
  readonly base: string | undefined;
  readonly content: Buffer;
}

/** Makes the function that plans the entry of each object in turn: those before it may be its base. */
function createPlan(): (object: NamedObject) => PlannedEntry {
  const before = new Map<string, NamedObject>();
  return (object) => {
    const base = object.base === undefined ? undefined : before.get(object.base);
    const delta = base && encodeDelta(base.content, object.content);
    before.set(object.id, object);
    return delta ? { object, base: base.id, content: delta } : { object, base: undefined, content: object.content };
  };
}

const slicesOf = (objects: readonly NamedObject[]): readonly (readonly NamedObject[])[] =>
  Array.from({ length: Math.ceil(objects.length / SLICE) }, (_, at) => objects.slice(at * SLICE, (at + 1) * SLICE));

const deflate = ({ object, content }: PlannedEntry): Buffer | Promise<Buffer> =>
  content.length < LARGE_BYTES ? deflateFast(content, object.type === 'tree') : deflateLarge(content);

function encodePackHeader(count: number): Buffer {
  const header = Buffer.alloc(PACK_HEADER_BYTES);
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

/** How far before an entry its base begins: seven bits a byte, highest first, one subtracted from each but the last. */
export function encodeDistance(distance: number): Buffer {
  const bytes = [distance & 0x7f];
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1;
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return Buffer.from(bytes);
}
