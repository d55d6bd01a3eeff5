import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The blob id of a file of this size, read piece by piece; of one that is changed meanwhile, none that is of use. */
export async function hashBlob(file: string, size: bigint): Promise<string> {
  const hash = createHash('sha1').update(`blob ${size}\0`);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
