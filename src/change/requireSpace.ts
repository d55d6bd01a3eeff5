import { freeBytes } from '../lib/freeBytes.ts';
import { CmsError } from '../model/errors.ts';

/** Under this much free space writes are refused while reads go on (SECURITY, 33): git needs room to put things right. */
const MIN_FREE_BYTES = 200 * 2 ** 20;

/** @throws CmsError INSUFFICIENT_STORAGE when a file system of these folders is nearly full */
export function requireSpace(folders: readonly string[], measure = freeBytes): void {
  const free = folders.map((folder) => measure(folder));
  if (Math.min(...free) >= MIN_FREE_BYTES) return;
  throw new CmsError(
    'INSUFFICIENT_STORAGE',
    'There is too little space left on the disk: nothing is written until some is freed',
  );
}
