import type { Stats } from 'node:fs';
import { clampTime } from '../../lib/turn/clampTime.ts';

/** The part of a file's stat that tells whether it has changed. */
export type Stamp = Readonly<Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino'>>;

/** The stamp of a file whose stat is unknown or not trusted; no file has it. */
export const UNKNOWN_STAMP: Stamp = { mtimeMs: 0, ctimeMs: 0, size: 0, ino: 0 };

/** How many numbers a stamp takes in a list of stamps without an object each. */
export const NUMBERS = 4;

export const numbersOf = ({ mtimeMs, ctimeMs, size, ino }: Stamp): readonly number[] => [mtimeMs, ctimeMs, size, ino];

export const readStampAt = (numbers: Float64Array, at: number): Stamp => ({
  mtimeMs: numbers[at]!,
  ctimeMs: numbers[at + 1]!,
  size: numbers[at + 2]!,
  ino: numbers[at + 3]!,
});

export const isStampAt = (numbers: Float64Array, at: number, { mtimeMs, ctimeMs, size, ino }: Stamp): boolean =>
  numbers[at] === mtimeMs && numbers[at + 1] === ctimeMs && numbers[at + 2] === size && numbers[at + 3] === ino;

/** The file's mtime, rounded as node does. */
export const modifiedAt = ({ mtimeMs }: Stamp): string => new Date(clampTime(Math.round(mtimeMs))).toISOString();
