import type { ObjectType } from '../object.ts';

/** The head of an entry of a pack. Its deflated bytes begin at `dataAt`, and `size` is their number when inflated. */
export type PackEntry = { readonly size: number; readonly dataAt: number } & (
  | { readonly kind: 'whole'; readonly type: ObjectType }
  | { readonly kind: 'offset'; readonly distance: number; readonly distanceAt: number }
  | { readonly kind: 'id'; readonly base: string }
);

/** The longest head of an entry: ten bytes of size and twenty of an id. */
export const ENTRY_HEAD_BYTES = 32;

const TYPES: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFFSET_DELTA = 6;
const ID_DELTA = 7;

/** Reads the head of an entry (gitformat-pack, "pack-*.pack files"). */
export function parsePackEntry(bytes: Buffer): PackEntry {
  const code = (bytes.readUInt8(0) >> 4) & 7;
  let size = bytes.readUInt8(0) & 0x0f;
  let at = 1;
  for (let scale = 16; bytes.readUInt8(at - 1) & 0x80; scale *= 128) size += (bytes.readUInt8(at++) & 0x7f) * scale;
  const type = TYPES[code];
  if (type !== undefined) return { kind: 'whole', type, size, dataAt: at };
  if (code === ID_DELTA) return { kind: 'id', base: bytes.toString('hex', at, at + 20), size, dataAt: at + 20 };
  if (code !== OFFSET_DELTA) throw new Error('damaged pack: unknown kind of entry');
  const distanceAt = at;
  let byte = bytes.readUInt8(at++);
  let distance = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes.readUInt8(at++);
    distance = (distance + 1) * 128 + (byte & 0x7f);
  }
  return { kind: 'offset', distance, distanceAt, size, dataAt: at };
}

/** The size of the object that a delta makes, from the delta's first bytes. */
export const sizeAfter = (delta: Buffer): number => readSize(delta, readSize(delta, 0).end).value;

/** Makes an object from its base and a delta (gitformat-pack, "Deltified representation"). */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const baseSize = readSize(delta, 0);
  if (baseSize.value !== base.length) throw new Error('damaged pack: a delta does not fit its base');
  const size = sizeAfter(delta);
  const { written, target } = copyAll(base, delta, size);
  if (written !== size) throw new Error('damaged pack: a delta of the wrong size');
  return target;
}

/** The first `size` bytes of an object, from the beginnings of base and delta: `startNeeds` says how much of the base. */
export const applyDeltaStart = (base: Buffer, delta: Buffer, size: number): Buffer => copyAll(base, delta, size).target;

/** How many of its base's first bytes the first `size` bytes of an object are made from. */
export function startNeeds(delta: Buffer, size: number): number {
  let most = 0;
  let made = 0;
  for (const { from, length, insertAt } of instructions(delta)) {
    if (made >= size) break;
    if (insertAt === undefined) most = Math.max(most, from + Math.min(length, size - made));
    made += length;
  }
  return most;
}

function copyAll(base: Buffer, delta: Buffer, size: number): { readonly target: Buffer; readonly written: number } {
  const target = Buffer.alloc(size);
  let written = 0;
  for (const { from, length, insertAt } of instructions(delta)) {
    if (written >= size) break;
    written +=
      insertAt === undefined
        ? base.copy(target, written, from, from + length)
        : delta.copy(target, written, insertAt, insertAt + length);
  }
  return { target, written };
}

/** One step of a delta: a copy from the base, or of the bytes at `insertAt` in the delta. */
interface Instruction {
  readonly from: number;
  readonly length: number;
  readonly insertAt?: number;
}

function* instructions(delta: Buffer): Generator<Instruction> {
  for (let at = readSize(delta, readSize(delta, 0).end).end; at < delta.length; ) {
    const op = delta.readUInt8(at++);
    if (op & 0x80) {
      const copy = readCopy(delta, at, op);
      yield copy;
      at = copy.end;
    } else {
      yield { from: 0, length: op, insertAt: at };
      at += op;
    }
  }
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
