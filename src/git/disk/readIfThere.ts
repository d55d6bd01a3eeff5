import { readFileSync } from 'node:fs';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

/** A file's bytes; null if there is none, also if a folder has its name or a file has its folder's. */
export function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}
