import { CODECS } from './codecs.ts';
import { frameOf, readInFrame } from './fileFrame.ts';
import { readFileText } from './fileText.ts';
import type { FileFormat } from './formats.ts';
import type { JsonObject } from './json/json.ts';

/** The content of a file. */
export interface FileContent {
  readonly value: JsonObject;
  /** The text below the front matter of a Markdown file, unchanged. */
  readonly body?: string | undefined;
}

/** Reads a content file. Throws FileError if it is broken or exceeds the limits (SECURITY 7 and 9). */
export function decodeFile(format: FileFormat, bytes: Uint8Array): FileContent {
  const frame = frameOf(format, readFileText(bytes, format).text);
  const value = readInFrame(frame, () => CODECS[format].read(frame.text));
  return frame.body === undefined ? { value } : { value, body: frame.body };
}
