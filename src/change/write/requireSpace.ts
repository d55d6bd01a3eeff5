import { statfsSync } from 'node:fs';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { CmsError, unavailable } from '../../model/errors.ts';
import { HOMES, type Home } from '../../store/home.ts';

/** Under this much free space writes are refused while reads go on (SECURITY, 33): git needs room to put things right. */
const MIN_FREE_BYTES = 200 * 2 ** 20;

/**
 * @param folders those that writes go to
 * @throws CmsError INSUFFICIENT_STORAGE when a file system of theirs is nearly full; SERVICE_UNAVAILABLE when one of them
 *   is not there, as the content is on another branch
 */
export function requireSpace(folders: Readonly<Record<Home, string>>, measure = freeBytes): void {
  const free = HOMES.map((home) => freeIn(home, () => measure(folders[home])));
  if (Math.min(...free) >= MIN_FREE_BYTES) return;
  throw new CmsError(
    'INSUFFICIENT_STORAGE',
    'There is too little space left on the disk: nothing is written until some is freed',
  );
}

function freeIn(home: Home, measure: () => number): number {
  try {
    return measure();
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw unavailable(`The ${home} folder is not there: nothing is written until it is back`, 5);
  }
}

/** How many bytes an ordinary user may still write to the file system of a folder. The kernel knows; nothing is read. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
