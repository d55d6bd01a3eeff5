import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import type { Problem } from '../../model/entry.ts';
import { FileError } from '../codec/fileError.ts';
import { MAX_FILE_BYTES } from '../codec/limits.ts';

// Does not follow a link that has replaced the file, nor wait for the other end of a pipe. Windows has neither flag.
const OPEN_FILE_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file that may hold a record; null if there is none, or it is too large. */
export function findBytes(root: string, path: string): Buffer | null {
  try {
    return readFileBytes(root, path);
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

/** The bytes of a file; null if it is gone or no longer a file. Throws FileError if it is too large. */
export function readFileBytes(root: string, path: string): Buffer | null {
  let handle: number;
  try {
    handle = openSync(join(root, path), OPEN_FILE_ONLY);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO')) return null;
    throw error;
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return null;
    // Checked before reading, since the file may be of any size.
    if (stats.size > MAX_FILE_BYTES) throw new FileError('LIMIT', `The file is larger than ${MAX_FILE_BYTES} bytes`);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The problem of a file or folder that the operating system does not let us read. */
export const unreadableProblem = (path: string, error: unknown): Problem => ({
  path,
  code: 'UNREADABLE',
  message: `cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`,
});
