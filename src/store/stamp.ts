import type { Stats } from 'node:fs';
import { clampTime } from '../lib/clampTime.ts';

/** What tells that a file is the one that was read. */
export type Stamp = Readonly<Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino'>>;

export const stampOf = ({ mtimeMs, ctimeMs, size, ino }: Stamp): Stamp => ({ mtimeMs, ctimeMs, size, ino });

export const isSameStamp = (a: Stamp, b: Stamp): boolean =>
  a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino;

/** The file's mtime, rounded as node does. */
export const modifiedAt = ({ mtimeMs }: Stamp): string => new Date(clampTime(Math.round(mtimeMs))).toISOString();
