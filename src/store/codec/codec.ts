import type { JsonObject } from './json/json.ts';
import type { ValueSource } from './valueSource.ts';

/** Reads and writes one format. Texts end in a line break unless they are empty. */
export interface Codec {
  /** Throws FileError. */
  read(text: string): JsonObject;
  /** The value with the place of each part. Throws FileError. */
  source(text: string): ValueSource;
  /** The text of a new file. */
  write(value: JsonObject): string;
  /** Changes only the ranges of changed values; new top-level keys are placed by `order`. */
  edit(text: string, source: ValueSource, target: JsonObject, order: readonly string[]): string;
  /** Changes the text less carefully, in case `edit` fails. */
  rewrite(text: string, target: JsonObject): string;
}
