import { type BigIntStats, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobId } from '../lib/blobId.ts';
import { lstatOrNull } from './fileSwap.ts';

/** What stands at a path of the working tree. */
export interface WorkingFile {
  /** The blob id of its bytes; null: no file (a folder may be there); undefined: something that is no regular file. */
  readonly id: string | null | undefined;
  readonly stat: BigIntStats | null;
}

export function readWorkingFile(root: string, path: string): WorkingFile {
  const file = join(root, path);
  const stat = lstatOrNull(file);
  if (!stat || stat.isDirectory()) return { id: null, stat: null };
  return { id: stat.isFile() ? blobId(readFileSync(file)) : undefined, stat };
}
