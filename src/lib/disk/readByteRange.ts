import type { FileHandle } from 'node:fs/promises';

/** The bytes of a file from `start` up to `end`; fewer if the file is shorter. */
export async function readByteRange(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}
