import { createHash } from 'node:crypto';
import { type BigIntStats, createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobId } from '../../lib/text/blobId.ts';
import { lstatOrNull } from './fileSwap.ts';

/** What is at a path of the working tree. */
export interface WorkingFile {
  /** The blob id of its bytes; null: no file (a folder may be there); undefined: not a regular file, or larger than any written here. */
  readonly id: string | null | undefined;
  readonly stat: BigIntStats | null;
}

/** A little more than the largest media file (the contract's 50 MB). */
export const MAX_WORKING_BYTES = 64 * 1024 * 1024;

export function readWorkingFile(root: string, path: string): WorkingFile {
  const file = join(root, path);
  const stat = lstatOrNull(file);
  if (!stat || stat.isDirectory()) return { id: null, stat: null };
  const isRead = stat.isFile() && stat.size <= MAX_WORKING_BYTES;
  return { id: isRead ? blobId(readFileSync(file)) : undefined, stat };
}

/** The blob id of a file of this size, read piece by piece. Meaningless if the file changes meanwhile. */
export async function hashBlob(file: string, size: bigint | number): Promise<string> {
  const hash = createHash('sha1').update(`blob ${size}\0`);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
