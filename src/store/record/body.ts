import { isDeepStrictEqual } from 'node:util';
import type { RecordBody } from '../../model/body.ts';
import type { Field } from '../../model/fields/field.ts';
import type { Kind } from '../../model/records.ts';
import { canonical } from '../../model/richText/canonical.ts';
import { editMarkdown } from '../../model/richText/markdown/edit/editMarkdown.ts';
import { fromMarkdown } from '../../model/richText/markdown/fromMarkdown.ts';
import { isNode, type RichTextNode } from '../../model/richText/node.ts';
import { decodeFile, type FileContent } from '../codec/decodeFile.ts';
import { FileError } from '../codec/fileError.ts';
import type { FileFormat } from '../codec/formats.ts';
import type { JsonObject, JsonValue } from '../codec/json/json.ts';
import { checkValue } from '../codec/limits.ts';
import { dataFields, insertBody, type SchemaOf } from './insertBody.ts';

/** Reads a text as a body; undefined for a blank one. Throws FileError if it exceeds the limits (SECURITY 7). */
export function readBody(raw: string | undefined): RecordBody | undefined {
  if (raw === undefined || raw.trim() === '') return undefined;
  const document = parseBodyDocument(raw);
  checkValue(document as unknown as JsonValue);
  return { text: trimBodyText(raw), document };
}

/** The body of a text whose document is already known. */
const knownBody = (raw: string, document: unknown): RecordBody => ({
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

/** The value of a record's file, with the text of a Markdown file in its field. Throws FileError if it cannot be read. */
export function decodeData(
  { kind, format, bytes }: { readonly kind: Kind; readonly format: FileFormat; readonly bytes: Uint8Array },
  schemaOf: SchemaOf,
): object {
  const { value, body: text } = decodeFile(format, bytes);
  const body = readBody(text);
  return insertBody({ kind, ...(body && { body }) }, value, schemaOf);
}

/** A Markdown file before a write. */
interface TextBefore {
  readonly content: FileContent;
  /** The field that its text belongs to. */
  readonly field: Field | undefined;
  /** The data of its record, with the text in its field. */
  readonly data: object;
}

/**
 * The content of a Markdown file: moves the value of `field` out of `value` into the text below. A value that cannot be
 * written as Markdown stays in the front matter.
 */
export function takeBody(value: JsonObject, field: Field | undefined, before: TextBefore | null): FileContent {
  const present = before?.content.body ?? '';
  const stored = field && dataFields(value)[field.name];
  // A text that belonged to no field stays until a field claims it.
  if (stored === undefined) return { value, body: before?.field ? '' : present };
  const body = saysAlready(stored, field!, before) ? present : BODY_WRITERS[field!.type]?.(stored, present);
  return body === undefined ? { value, body: '' } : { value: omitField(value, field!.name, before), body };
}

/** Whether the text already says the new value, judged by the record: reading the text would take long. */
function saysAlready(stored: unknown, { name, type }: Field, before: TextBefore | null): boolean {
  const { field, content, data } = before ?? {};
  const isSameField = field?.name === name && field.type === type;
  return isSameField && Boolean(content?.body?.trim()) && isDeepStrictEqual(dataFields(data!)[name], stored);
}

/**
 * The body of a decided file. An unchanged text is not read again, because documents take long to read.
 */
export function decidedBody({ body }: FileContent, before: TextBefore | null): RecordBody | undefined {
  const isKnown = before?.field?.type === 'richtext' && body === before.content.body && body?.trim();
  return isKnown ? knownBody(body!, dataFields(before.data)[before.field!.name]) : readBody(body);
}

/** Removes the field, and `fields` if it becomes empty, unless the file already spells it out. */
function omitField(value: JsonObject, name: string, before: TextBefore | null): JsonObject {
  const { [name]: _, ...others } = dataFields(value);
  const { fields: __, ...rest } = value;
  const isNeeded = Object.keys(others).length > 0 || Object.hasOwn(before?.content.value ?? {}, 'fields');
  // Part of a JSON value is JSON.
  return (isNeeded ? { ...value, fields: others } : rest) as JsonObject;
}
