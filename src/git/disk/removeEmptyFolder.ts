import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DurableFs } from './durableFs.ts';
import { lstatOrNull } from './fileSwap.ts';

/** Removes a folder that holds nothing but empty folders, if there is one at this path. Throws ENOTEMPTY if it holds a file. */
export function removeEmptyFolder(fs: Pick<DurableFs, 'removeFolder'>, path: string): void {
  if (!lstatOrNull(path)?.isDirectory()) return;
  for (const name of readdirSync(path)) removeEmptyFolder(fs, join(path, name));
  fs.removeFolder(path);
}
