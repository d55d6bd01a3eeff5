/**
 * The bytes in a buffer of their own, for caches. A small buffer is usually a slice of a larger one (8 KB from Node's
 * pool, 16 KB from zlib), which stays in memory as long as the slice does.
 */
export function copyToOwnBuffer(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
