import type { Change } from '../model/entry.ts';

/** Something kept up to date with the records, told of every change. */
export interface StorePart {
  apply(changes: readonly Change[]): void;
  /** Told of files that cannot be read any more, or again. */
  see?(paths: readonly string[]): void;
}
