import type { Stats } from 'node:fs';
import { clampTime } from '../../lib/turn/clampTime.ts';

/** What tells that a file is the one that was read. */
export type Stamp = Readonly<Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino'>>;

/** Of a file whose stat is not known, or not trusted: equal to none that a file has. */
export const UNKNOWN_STAMP: Stamp = { mtimeMs: 0, ctimeMs: 0, size: 0, ino: 0 };

/** How many numbers a stamp is in a list of numbers, where many stamps stand without an object each. */
export const NUMBERS = 4;

export const numbersOf = ({ mtimeMs, ctimeMs, size, ino }: Stamp): readonly number[] => [mtimeMs, ctimeMs, size, ino];

export const stampAt = (numbers: Float64Array, at: number): Stamp => ({
  mtimeMs: numbers[at]!,
  ctimeMs: numbers[at + 1]!,
  size: numbers[at + 2]!,
  ino: numbers[at + 3]!,
});

export const isStampAt = (numbers: Float64Array, at: number, { mtimeMs, ctimeMs, size, ino }: Stamp): boolean =>
  numbers[at] === mtimeMs && numbers[at + 1] === ctimeMs && numbers[at + 2] === size && numbers[at + 3] === ino;

/** The file's mtime, rounded as node does. */
export const modifiedAt = ({ mtimeMs }: Stamp): string => new Date(clampTime(Math.round(mtimeMs))).toISOString();
