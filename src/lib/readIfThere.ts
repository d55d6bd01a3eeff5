import { readFileSync } from 'node:fs';
import { hasErrorCode } from './hasErrorCode.ts';

/** A file's bytes; null where there is none: also where a folder stands in its place, or a file in that of its folder. */
export function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}
