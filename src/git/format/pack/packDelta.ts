/** The most that one instruction can copy (gitformat-pack, "Deltified representation"): 24 bits of length. */
const MAX_COPY = 0xffffff;
/** The most that one instruction can insert. */
const MAX_INSERT = 0x7f;

/** The delta that makes `target` from `base` when one run of bytes has changed; undefined if it would not save much. */
export function encodeDelta(base: Buffer, target: Buffer): Buffer | undefined {
  const shorter = Math.min(base.length, target.length);
  const head = commonHead(base, target, shorter);
  const tail = commonTail(base, target, shorter - head);
  const changed = target.subarray(head, target.length - tail);
  if (changed.length * 2 >= target.length || Math.max(head, tail) > MAX_COPY) return undefined;
  return Buffer.concat([
    encodeSize(base.length),
    encodeSize(target.length),
    encodeCopy(0, head),
    ...inserts(changed),
    encodeCopy(base.length - tail, tail),
  ]);
}

function commonHead(a: Buffer, b: Buffer, most: number): number {
  let length = 0;
  while (length < most && a[length] === b[length]) length += 1;
  return length;
}

function commonTail(a: Buffer, b: Buffer, most: number): number {
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

/** Seven bits a byte, lowest first. */
function encodeSize(size: number): Buffer {
  const bytes: number[] = [];
  let rest = size;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** Bits 0 to 3 of the first byte say which bytes of the offset follow, bits 4 to 6 which of the length. */
function encodeCopy(from: number, length: number): Buffer {
  if (length === 0) return Buffer.alloc(0);
  const bytes: number[] = [];
  let op = 0x80;
  const add = (value: number, count: number, firstBit: number): void => {
    for (let i = 0; i < count; i += 1) {
      const byte = (value >>> (8 * i)) & 0xff;
      if (byte === 0) continue;
      op |= 1 << (firstBit + i);
      bytes.push(byte);
    }
  };
  add(from, 4, 0);
  add(length, 3, 4);
  return Buffer.from([op, ...bytes]);
}

function* inserts(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += MAX_INSERT) {
    const some = bytes.subarray(at, at + MAX_INSERT);
    yield Buffer.from([some.length]);
    yield some;
  }
}
