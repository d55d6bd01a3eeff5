import type { Codec } from './codec.ts';
import { CODECS } from './codecs.ts';
import { FileError } from './fileError.ts';
import { readFileText, writeFileText } from './fileText.ts';
import type { Format } from './formats.ts';
import { type JsonObject, sameJson } from './json.ts';
import { checkValue } from './limits.ts';

/** Places for new keys at the top level: after the nearest key before it, else before the nearest after it, else at the end. */
export interface EditOptions {
  readonly order?: readonly string[];
}

/**
 * The file changed to hold `target`: only the ranges of changed values differ, comments and layout stay.
 * What is returned always reads back as `target`. Throws FileError when the file is broken or `target` is beyond the limits.
 */
export function editFile(format: Format, bytes: Uint8Array, target: JsonObject, options: EditOptions = {}): Uint8Array {
  const codec = CODECS[format];
  const { text, hasBom } = readFileText(bytes);
  if (sameJson(codec.read(text), target)) return bytes;
  checkValue(target);
  const edited =
    tryEdit(codec, target, () => editInPlace(format, text, target, options.order)) ??
    tryEdit(codec, target, () => codec.rewrite(text, target)) ??
    codec.write(target);
  if (!readsAs(codec, edited, target)) throw new FileError('SCHEMA', 'The value cannot be written to this file');
  return writeFileText({ text: edited, hasBom });
}

/** What an attempt makes, if it reads back as `target`. A file it refuses is refused; its own fault is what the next attempt is for. */
function tryEdit(codec: Codec, target: JsonObject, attempt: () => string): string | null {
  try {
    const edited = attempt();
    return readsAs(codec, edited, target) ? edited : null;
  } catch (error) {
    if (error instanceof FileError) throw error;
    return null;
  }
}

/** The first attempt of `editFile`, before it is read back. The text must be sound, and different from `target`. */
export function editInPlace(format: Format, text: string, target: JsonObject, order: readonly string[] = []): string {
  const codec = CODECS[format];
  if (text.endsWith('\n')) return codec.edit(text, target, order);
  const edited = codec.edit(text + (text.includes('\r\n') ? '\r\n' : '\n'), target, order);
  const trimmed = edited.replace(/\r?\n$/, '');
  return readsAs(codec, trimmed, target) ? trimmed : edited;
}

function readsAs(codec: Codec, text: string, target: JsonObject): boolean {
  try {
    return sameJson(codec.read(text), target);
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}
