import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The blob id of a file of this size, read piece by piece. Worthless if the file is changed meanwhile. */
export async function hashBlob(file: string, size: bigint | number): Promise<string> {
  const hash = createHash('sha1').update(`blob ${size}\0`);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
