import type { ObjectType } from './object.ts';

/** What an entry of a pack says before its deflated bytes begin at `dataAt`. */
export type PackEntry =
  | { readonly kind: 'whole'; readonly type: ObjectType; readonly dataAt: number }
  | { readonly kind: 'offset'; readonly distance: number; readonly distanceAt: number; readonly dataAt: number }
  | { readonly kind: 'id'; readonly base: string; readonly dataAt: number };

const TYPES: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFFSET_DELTA = 6;
const ID_DELTA = 7;

/** Reads the head of an entry (gitformat-pack, "pack-*.pack files"). */
export function parsePackEntry(bytes: Buffer): PackEntry {
  const code = (bytes.readUInt8(0) >> 4) & 7;
  let at = 0;
  // The inflated size: the deflated bytes say it themselves.
  while (bytes.readUInt8(at++) & 0x80);
  const type = TYPES[code];
  if (type !== undefined) return { kind: 'whole', type, dataAt: at };
  if (code === ID_DELTA) return { kind: 'id', base: bytes.toString('hex', at, at + 20), dataAt: at + 20 };
  if (code !== OFFSET_DELTA) throw new Error('damaged pack: unknown kind of entry');
  const distanceAt = at;
  let byte = bytes.readUInt8(at++);
  let distance = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes.readUInt8(at++);
    distance = (distance + 1) * 128 + (byte & 0x7f);
  }
  return { kind: 'offset', distance, distanceAt, dataAt: at };
}

/** Makes an object of its base and a delta (gitformat-pack, "Deltified representation"). */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const baseSize = readSize(delta, 0);
  const size = readSize(delta, baseSize.end);
  if (baseSize.value !== base.length) throw new Error('damaged pack: a delta does not fit its base');
  const target = Buffer.alloc(size.value);
  let written = 0;
  for (let at = size.end; at < delta.length; ) {
    const op = delta.readUInt8(at++);
    if (op & 0x80) {
      const copy = readCopy(delta, at, op);
      written += base.copy(target, written, copy.from, copy.from + copy.length);
      at = copy.end;
    } else {
      written += delta.copy(target, written, at, at + op);
      at += op;
    }
  }
  if (written !== size.value) throw new Error('damaged pack: a delta of the wrong size');
  return target;
}

/** Bits 0–3 of the instruction say which bytes of the offset follow, bits 4–6 which of the length. */
function readCopy(delta: Buffer, start: number, op: number): { from: number; length: number; end: number } {
  let at = start;
  let from = 0;
  let length = 0;
  for (let bit = 0; bit < 4; bit++) if (op & (1 << bit)) from += delta.readUInt8(at++) * 256 ** bit;
  for (let bit = 0; bit < 3; bit++) if (op & (0x10 << bit)) length += delta.readUInt8(at++) * 256 ** bit;
  return { from, length: length === 0 ? 0x10000 : length, end: at };
}

function readSize(bytes: Buffer, start: number): { value: number; end: number } {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  for (let scale = 128; byte & 0x80; scale *= 128) {
    byte = bytes.readUInt8(at++);
    value += (byte & 0x7f) * scale;
  }
  return { value, end: at };
}
