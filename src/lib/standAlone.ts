/**
 * The bytes in memory of their own. A small buffer is mostly cut from a larger one, which is kept as long as it is: 8 KB
 * where node makes it of others, 16 KB where zlib does. For what stays in a cache.
 */
export function standAlone(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
