import { CODECS } from './codecs.ts';
import { writeFileText } from './fileText.ts';
import type { Format } from './formats.ts';
import type { JsonObject } from './json.ts';
import { checkValue } from './limits.ts';

/** A new file in canonical form, keys in the order given; throws FileError for a value that no file may hold. */
export function encodeFile(format: Format, value: JsonObject): Uint8Array {
  checkValue(value);
  return writeFileText({ text: CODECS[format].write(value), hasBom: false });
}
