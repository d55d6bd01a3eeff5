import { sameJson } from '../../lib/json/sameJson.ts';
import type { Codec } from './codec.ts';
import { CODECS } from './codecs.ts';
import type { FileContent } from './decodeFile.ts';
import { FileError } from './fileError.ts';
import { frameOf, joinFrame, readInFrame } from './fileFrame.ts';
import { readFileText, writeFileText } from './fileText.ts';
import type { FileFormat } from './formats.ts';
import type { JsonObject } from './json/json.ts';
import { checkValue } from './limits.ts';
import type { ValueSource } from './valueSource.ts';
import { trailingComment } from './yaml/replacedMemberText.ts';

export interface EditOptions {
  /**
   * Places new top-level keys: after the nearest key that precedes it in `order`, else before the nearest that follows,
   * else at the end.
   */
  readonly order?: readonly string[];
  /** The text below the front matter of a Markdown file; unchanged if absent. */
  readonly body?: string | undefined;
}

/** A file that was read in order to change it. */
export interface OpenFile extends FileContent {
  /** The bytes as they were read. */
  readonly bytes: Uint8Array;
  /** Whether there is a comment beside the value of a top-level key. */
  hasNote(key: string): boolean;
  /**
   * Changes the file to hold `target`: only the ranges of changed values differ, comments and layout stay. The result
   * always reads back as `target`. Throws FileError if `target` exceeds the limits.
   */
  edit(target: JsonObject, options?: EditOptions): Uint8Array;
}

/** Reads a file once, in order to change it. Throws FileError if it is broken. */
export function openFile(format: FileFormat, bytes: Uint8Array): OpenFile {
  const codec = CODECS[format];
  const { text: whole, hasBom } = readFileText(bytes, format);
  const frame = frameOf(format, whole);
  const { text } = frame;
  const source = readInFrame(frame, () => codec.source(text));
  // The codecs only accept an object as the root.
  const value = source.value as JsonObject;
  function editText(target: JsonObject, order: readonly string[]): string {
    if (sameJson(value, target)) return text;
    checkValue(target);
    const edited =
      tryEdit(codec, target, () => editInPlace(codec, { text, source }, target, order)) ??
      tryEdit(codec, target, () => codec.rewrite(text, target)) ??
      tryEdit(codec, target, () => codec.write(target));
    if (edited === null) throw new FileError('SCHEMA', 'The value cannot be written to this file');
    return edited;
  }
  return {
    bytes,
    value,
    body: frame.body,
    hasNote(key) {
      const member = source.shape === 'block' ? source.members.find((one) => one.key === key) : undefined;
      return member?.valueAt !== undefined && trailingComment(text, member) !== '';
    },
    edit(target, { order = [], body = frame.body } = {}) {
      if (sameJson(value, target) && body === frame.body) return bytes;
      const edited = { ...frame, text: editText(target, order), ...(body !== undefined && { body }) };
      return writeFileText({ text: joinFrame(format, edited), hasBom });
    },
  };
}

/** Opens a file and changes it to hold `target`. */
export const editFile = (
  format: FileFormat,
  bytes: Uint8Array,
  target: JsonObject,
  options?: EditOptions,
): Uint8Array => openFile(format, bytes).edit(target, options);

/**
 * The result of an attempt, if it reads back as `target`. A FileError is final; after any other error the next attempt
 * is made.
 */
function tryEdit(codec: Codec, target: JsonObject, attempt: () => string): string | null {
  try {
    const edited = attempt();
    return readsBackAs(codec, edited, target) ? edited : null;
  } catch (error) {
    if (error instanceof FileError) throw error;
    return null;
  }
}

interface SourceText {
  readonly text: string;
  readonly source: ValueSource;
}

/** The first attempt of an edit, not read back yet. A text without a final line break gets one during the edit. */
export function editInPlace(
  codec: Codec,
  { text, source }: SourceText,
  target: JsonObject,
  order: readonly string[],
): string {
  if (text.endsWith('\n')) return codec.edit(text, source, target, order);
  const ended = text + (text.includes('\r\n') ? '\r\n' : '\n');
  const edited = codec.edit(ended, codec.source(ended), target, order);
  const trimmed = edited.replace(/\r?\n$/, '');
  return readsBackAs(codec, trimmed, target) ? trimmed : edited;
}

function readsBackAs(codec: Codec, text: string, target: JsonObject): boolean {
  try {
    return sameJson(codec.read(text), target);
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}
