import { readFileSync } from 'node:fs';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

/** A file's bytes; null if there is none, also if a folder has its name, a file has its folder's, or no file can have it. */
export function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG')) return null;
    throw error;
  }
}
