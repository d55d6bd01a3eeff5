import { statfsSync } from 'node:fs';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { CmsError, unavailable } from '../../model/errors.ts';
import { HOMES, type Home } from '../../store/home.ts';

/** With less free space writes are refused while reads go on (SECURITY, 33): git needs room for recovery. */
const MIN_FREE_BYTES = 200 * 2 ** 20;

/**
 * @param folders the folders that are written to
 * @throws CmsError INSUFFICIENT_STORAGE if one of their file systems is nearly full; SERVICE_UNAVAILABLE if a folder is
 *   missing, for instance because another branch is checked out
 */
export function requireSpace(folders: Readonly<Record<Home, string>>, measure = freeBytes): void {
  const free = HOMES.map((home) => freeIn(home, () => measure(folders[home])));
  if (Math.min(...free) >= MIN_FREE_BYTES) return;
  throw new CmsError('INSUFFICIENT_STORAGE', 'The disk is almost full: nothing is written until space is freed');
}

function freeIn(home: Home, measure: () => number): number {
  try {
    return measure();
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw unavailable(`The ${home} folder is missing: nothing is written until it is back`, 5);
  }
}

/** How many bytes an ordinary user may still write to the file system of a folder. Asks the kernel and reads no files. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
