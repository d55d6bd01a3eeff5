import type { EntryChange } from '../model/entry.ts';

/** Something that is kept up to date with the records. */
export interface StorePart {
  apply(changes: readonly EntryChange[]): void;
  /** Hears of files that have become broken or readable again. */
  see?(paths: readonly string[]): void;
}
