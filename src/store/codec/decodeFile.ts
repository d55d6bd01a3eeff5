import { CODECS } from './codecs.ts';
import { readFileText } from './fileText.ts';
import type { Format } from './formats.ts';
import { frameOf, readInFrame } from './frame.ts';
import type { JsonObject } from './json/json.ts';

/** What a content file says. */
export interface FileContent {
  readonly value: JsonObject;
  /** The text below the front matter of a Markdown file, as it stands there. */
  readonly body?: string | undefined;
}

/** What a content file says; throws FileError for one that is broken or beyond the limits (SECURITY 7 and 9). */
export function decodeFile(format: Format, bytes: Uint8Array): FileContent {
  const frame = frameOf(format, readFileText(bytes, format).text);
  const value = readInFrame(frame, () => CODECS[format].read(frame.text));
  return frame.body === undefined ? { value } : { value, body: frame.body };
}
