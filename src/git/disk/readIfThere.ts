import { readFileSync } from 'node:fs';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

/** A file's bytes; null if there is none, if the name is a folder's or too long, or if a parent is a file. */
export function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG')) return null;
    throw error;
  }
}
