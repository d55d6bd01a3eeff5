const EXTENDED = 0x4000;
const FIXED_SIZE = 62;
const NAME_MASK = 0xfff;

/**
 * The entries of a version 4 index in the layout of version 3: whole names, padded to eight bytes
 * (gitformat-index, "Index entry"). `end` is where the entries of the given bytes ended.
 */
export function expandVersion4(body: Buffer, count: number): { bytes: Buffer; end: number } {
  const parts: Buffer[] = [];
  let name = Buffer.alloc(0);
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    const fixedEnd = at + FIXED_SIZE + (body.readUInt16BE(at + 60) & EXTENDED ? 2 : 0);
    const strip = readOffset(body, fixedEnd);
    const nul = body.indexOf(0, strip.end);
    if (nul < 0 || strip.value > name.length) throw new RangeError('a name without end');
    name = Buffer.concat([name.subarray(0, name.length - strip.value), body.subarray(strip.end, nul)]);
    parts.push(wholeEntry(body.subarray(at, fixedEnd), name));
    at = nul + 1;
  }
  return { bytes: Buffer.concat(parts), end: at };
}

function wholeEntry(fixed: Buffer, name: Buffer): Buffer {
  const entry = Buffer.alloc((fixed.length + name.length + 8) & ~7);
  fixed.copy(entry);
  name.copy(entry, fixed.length);
  const flags = fixed.readUInt16BE(60) & ~NAME_MASK;
  entry.writeUInt16BE(flags | Math.min(name.length, NAME_MASK), 60);
  return entry;
}

/** The variable-width number of ofs-deltas (gitformat-pack, "offset encoding"). */
function readOffset(bytes: Buffer, start: number): { value: number; end: number } {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: at };
}
