import { createHash } from 'node:crypto';
import { compareText } from '../../lib/compareText.ts';
import type { PackedObject, PackFile } from './packWrite.ts';

const HEADER = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]);
/** Offsets from here on stand in a table of their own, eight bytes each. */
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

/** For each first byte how many objects begin with it or a smaller one. */
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
