import { isDeepStrictEqual } from 'node:util';
import { canonical } from '../../model/richText/canonical.ts';
import { editMarkdown } from '../../model/richText/markdown/edit/editMarkdown.ts';
import { fromMarkdown } from '../../model/richText/markdown/fromMarkdown.ts';
import { isNode, type RichTextNode } from '../../model/richText/node.ts';
import { FileError } from '../codec/fileError.ts';
import type { JsonValue } from '../codec/json/json.ts';
import { checkValue } from '../codec/limits.ts';

/** The text below a file's front matter: as the value of a Markdown field, and as that of a rich text field. */
export interface RecordBody {
  readonly text: string;
  readonly document: RichTextNode;
}

/** Reads a text as a body; undefined for a blank one. Throws FileError if it exceeds the limits (SECURITY 7). */
export function readBody(raw: string | undefined): RecordBody | undefined {
  if (raw === undefined || raw.trim() === '') return undefined;
  const document = parseBodyDocument(raw);
  checkValue(document as unknown as JsonValue);
  return { text: trimBodyText(raw), document };
}

/** The body of a text whose document is already known. */
export const knownBody = (raw: string, document: unknown): RecordBody => ({
  text: trimBodyText(raw),
  document: document as RichTextNode,
});

function parseBodyDocument(raw: string): RichTextNode {
  try {
    return fromMarkdown(raw);
  } catch (error) {
    if (error instanceof RangeError) throw new FileError('LIMIT', `The text below the front matter: ${error.message}`);
    throw error;
  }
}

/** Drops the line break after the front matter and the one at the end of the file, and converts Windows line breaks. */
function trimBodyText(raw: string): string {
  const isWindows = !/(?<!\r)\n/.test(raw);
  const text = isWindows ? raw.replaceAll('\r\n', '\n') : raw;
  return text.replace(/^\n/, '').replace(/\n$/, '');
}

/**
 * Writes a value as the text below the front matter, based on the `present` text; undefined if it cannot be written
 * there.
 */
export type WriteBody = (value: unknown, present: string) => string | undefined;

/** One row per field kind that may be a body. */
export const BODY_WRITERS: Readonly<Record<string, WriteBody>> = { richtext: writeBodyDocument, markdown: writeText };

function writeBodyDocument(value: unknown, present: string): string | undefined {
  if (!isNode(value)) return undefined;
  const wanted = canonical(value);
  try {
    const raw = editMarkdown(present === '' ? '\n' : present, wanted);
    return isDeepStrictEqual(readBody(raw)?.document, wanted) ? raw : undefined;
  } catch (error) {
    if (isBeyondLimits(error)) return undefined;
    throw error;
  }
}

/** Documents may be larger than the Markdown that can be read back. */
const isBeyondLimits = (error: unknown): boolean => error instanceof RangeError || error instanceof FileError;

function isReadable(raw: string): boolean {
  try {
    return readBody(raw) !== undefined;
  } catch (error) {
    if (isBeyondLimits(error)) return false;
    throw error;
  }
}

function writeText(value: unknown, present: string): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (present.trim() !== '' && trimBodyText(present) === value) return present;
  const lead = /^\r?\n/.exec(present)?.[0] ?? (present === '' ? '\n' : '');
  const end = present === '' || present.endsWith('\n') ? '\n' : '';
  const windows = `${lead}${value}${end}`.replace(/\r?\n/g, '\r\n');
  const attempts = [...(present.includes('\r\n') ? [windows] : []), `${lead}${value}${end}`, `\n${value}\n`];
  return attempts.find((raw) => raw.isWellFormed() && trimBodyText(raw) === value && isReadable(raw));
}
