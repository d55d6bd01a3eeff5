import { CODECS } from './codecs.ts';
import { joinFrame, newFrame } from './fileFrame.ts';
import { writeFileText } from './fileText.ts';
import type { FileFormat } from './formats.ts';
import type { JsonObject } from './json/json.ts';
import { checkValue } from './limits.ts';

/**
 * Writes a new file in canonical form, with keys in the given order; `body` is the text of a Markdown file. Throws
 * FileError for a value that no file may hold.
 */
export function encodeFile(format: FileFormat, value: JsonObject, body?: string): Uint8Array {
  checkValue(value);
  const frame = { ...newFrame(format), text: CODECS[format].write(value), ...(body !== undefined && { body }) };
  return writeFileText({ text: joinFrame(format, frame), hasBom: false });
}
