import { statfsSync } from 'node:fs';

/** How many bytes an ordinary user may still write to the file system of a folder. The kernel knows; nothing is read. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
