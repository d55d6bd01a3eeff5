import { createHash } from 'node:crypto';
import { lazily } from '../../../lib/list/lazily.ts';
import { compareText } from '../../../lib/text/compareText.ts';
import type { PackedObject, PackFile } from './packWrite.ts';

/** Which objects a pack holds, and where (gitformat-pack, "pack-*.idx files"). */
export interface PackIndex {
  /** Where an object's entry begins in the pack; undefined if the pack does not have it. */
  offsetOf(id: string): number | undefined;
  /** Where the entry that begins at an offset ends; undefined for the last one, which the pack's trailer follows. */
  endOf(offset: number): number | undefined;
  /** The ids of all objects of the pack. */
  ids(): Iterable<string>;
  /** All objects with their offsets, in that order. */
  entries(): readonly IndexedObject[];
}

interface IndexedObject {
  readonly id: string;
  readonly offset: number;
}

const MAGIC = 0xff744f63;
const FANOUT_SIZE = 256 * 4;
const ID_SIZE = 20;

/** Where the tables of an index are. Version 1 keeps offset and id side by side, version 2 apart. */
interface PackIndexLayout {
  readonly fanout: number;
  readonly ids: number;
  readonly idStride: number;
  readonly offsets: number;
  readonly offsetStride: number;
  readonly largeOffsets: number;
}

/** Reads the index of a pack. Throws when it is damaged or of a version that git does not write. */
export function parsePackIndex(bytes: Buffer): PackIndex {
  const isNew = bytes.readUInt32BE(0) === MAGIC;
  if (isNew && bytes.readUInt32BE(4) !== 2) throw new Error(`pack index of unknown version ${bytes.readUInt32BE(4)}`);
  const fanout = isNew ? 8 : 0;
  const count = bytes.readUInt32BE(fanout + FANOUT_SIZE - 4);
  const layout = isNew ? layout2(count) : layout1();
  if (bytes.length < layout.ids + count * (layout.idStride + (isNew ? 8 : 0))) throw new Error('damaged pack index');
  const sorted = lazily(() => new Float64Array(count).map((_, entry) => offsetAt(bytes, layout, entry)).sort());
  return {
    offsetOf(id) {
      const entry = findPackedEntry(bytes, layout, Buffer.from(id, 'hex'));
      return entry === undefined ? undefined : offsetAt(bytes, layout, entry);
    },
    endOf: (offset) => sorted()[upperBound(sorted(), offset)],
    *ids() {
      for (let entry = 0; entry < count; entry += 1) yield readPackedId(bytes, layout, entry);
    },
    entries: () =>
      Array.from({ length: count }, (_, entry) => ({
        id: readPackedId(bytes, layout, entry),
        offset: offsetAt(bytes, layout, entry),
      })).sort((a, b) => a.offset - b.offset),
  };
}

const layout1 = (): PackIndexLayout => {
  const entries = FANOUT_SIZE;
  return { fanout: 0, ids: entries + 4, idStride: 24, offsets: entries, offsetStride: 24, largeOffsets: Number.NaN };
};

const layout2 = (count: number): PackIndexLayout => {
  const ids = 8 + FANOUT_SIZE;
  const offsets = ids + count * (ID_SIZE + 4);
  return { fanout: 8, ids, idStride: ID_SIZE, offsets, offsetStride: 4, largeOffsets: offsets + count * 4 };
};

/** In version 2 the highest bit says that the rest is the number of an eight-byte offset. */
function offsetAt(bytes: Buffer, { offsets, offsetStride, largeOffsets }: PackIndexLayout, entry: number): number {
  const offset = bytes.readUInt32BE(offsets + entry * offsetStride);
  if (offset < 0x80000000 || Number.isNaN(largeOffsets)) return offset;
  return Number(bytes.readBigUInt64BE(largeOffsets + (offset & 0x7fffffff) * 8));
}

function readPackedId(bytes: Buffer, { ids, idStride }: PackIndexLayout, entry: number): string {
  const at = ids + entry * idStride;
  return bytes.toString('hex', at, at + ID_SIZE);
}

function findPackedEntry(bytes: Buffer, { fanout, ids, idStride }: PackIndexLayout, id: Buffer): number | undefined {
  const first = id[0]!;
  let low = first === 0 ? 0 : bytes.readUInt32BE(fanout + (first - 1) * 4);
  let high = bytes.readUInt32BE(fanout + first * 4);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = ids + middle * idStride;
    const order = bytes.compare(id, 0, ID_SIZE, at, at + ID_SIZE);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

function upperBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const HEADER = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]);
/** Offsets from here on are in a table of their own, eight bytes each. */
const LARGE_OFFSET = 0x80000000;

/** The index of a pack in version 2 (gitformat-pack, "Version 2 pack-*.idx files"). */
export function encodePackIndex({ objects, checksum }: Pick<PackFile, 'objects' | 'checksum'>): Buffer {
  const sorted = objects.toSorted((a, b) => compareText(a.id, b.id));
  const large = sorted.filter(({ offset }) => offset >= LARGE_OFFSET);
  const body = Buffer.concat([
    HEADER,
    encodeFanout(sorted),
    Buffer.from(sorted.map(({ id }) => id).join(''), 'hex'),
    table(sorted.map(({ crc }) => crc)),
    table(
      sorted.map((object) => (object.offset < LARGE_OFFSET ? object.offset : LARGE_OFFSET + large.indexOf(object))),
    ),
    table(large.flatMap(({ offset }) => [Math.floor(offset / 2 ** 32), offset % 2 ** 32])),
    checksum,
  ]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

/** For each first byte, how many ids begin with it or a smaller one. */
function encodeFanout(objects: readonly PackedObject[]): Buffer {
  const counts = new Uint32Array(256);
  for (const { id } of objects) counts[Number.parseInt(id.slice(0, 2), 16)]! += 1;
  let sum = 0;
  return table(counts.map((count) => (sum += count)));
}

function table(numbers: readonly number[] | Uint32Array): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, at) => {
    bytes.writeUInt32BE(number, at * 4);
  });
  return bytes;
}
