import type { JsonObject } from './json/json.ts';
import type { Source } from './source.ts';

/** What a format has to offer. Texts end in a line break unless they are empty. */
export interface Codec {
  /** Throws FileError. */
  read(text: string): JsonObject;
  /** The same, and where each part of it stands. Throws FileError. */
  source(text: string): Source;
  /** A new file's text. */
  write(value: JsonObject): string;
  /** The text with only the ranges of changed values changed; new top-level keys go where `order` says. */
  edit(text: string, source: Source, target: JsonObject, order: readonly string[]): string;
  /** The text changed by coarser means, should `edit` fail. */
  rewrite(text: string, target: JsonObject): string;
}
