import { CODECS } from './codecs.ts';
import { readFileText } from './fileText.ts';
import type { Format } from './formats.ts';
import type { JsonObject } from './json.ts';

/** The value of a content file; throws FileError for one that is broken or beyond the limits (SECURITY 7 and 9). */
export function decodeFile(format: Format, bytes: Uint8Array): { value: JsonObject } {
  return { value: CODECS[format].read(readFileText(bytes).text) };
}
