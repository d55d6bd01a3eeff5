import { sameJson } from '../../lib/json/sameJson.ts';
import type { RecordBody } from '../../model/body.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Field } from '../../model/fields/field.ts';
import type { Kind } from '../../model/records.ts';
import { decodeFile, type FileContent } from '../codec/decodeFile.ts';
import { type OpenFile, openFile } from '../codec/editFile.ts';
import { encodeFile } from '../codec/encodeFile.ts';
import type { FileFormat } from '../codec/formats.ts';
import type { JsonObject } from '../codec/json/json.ts';
import { decidedBody, takeBody } from './body.ts';
import { type RecordToWrite, toFileValue } from './fileValue.ts';
import { withServedIds } from './servedIds.ts';

/** A record to write and its present file: plain data, so that another thread can decide. */
export interface FileToDecide {
  readonly record: RecordToWrite & { readonly kind: Kind };
  /** The format of the new file and of the present one. */
  readonly format: FileFormat;
  /** The field to write below the front matter of a Markdown file. */
  readonly bodyField: Field | undefined;
  /** null for a new record. */
  readonly present: PresentFile | null;
}

export interface PresentFile {
  readonly bytes: Uint8Array;
  /** The data of its record, as served. */
  readonly data: object;
  readonly createdAt: string;
  readonly bodyField: Field | undefined;
  /** Whether the path changes. A moved file gets its createdAt, because git knows only when the new path began. */
  readonly moves: boolean;
}

/** The new version of a file. */
export interface DecidedFile {
  readonly bytes: Uint8Array;
  /** The value of the bytes. */
  readonly value: JsonObject;
  /** The text below the front matter, if it is Markdown. */
  readonly body: RecordBody | undefined;
}

/**
 * Decides the bytes of a record's file; null if it stays as it is. Throws FileError for a value that no file may hold.
 */
export function decideFile({ record, format, bodyField, present }: FileToDecide): DecidedFile | null {
  const source = present && openFile(format, present.bytes);
  const known = source && writeServedIds(source, format, present);
  // Record data is JSON: it came from a file or a JSON body.
  const short = toFileValue(record, known && presentValue(known, present)) as JsonObject;
  const value = known ? preserveNotedDefaults(short, known, record.kind) : short;
  const before = source && { content: source, field: present.bodyField, data: present.data };
  const content = format === 'md' ? takeBody(value, bodyField, before) : { value };
  if (source && !present.moves && sameContent(content, source)) return null;
  const bytes = writeBytes(format, content, known, entityOf(record.kind).order);
  return { bytes, value: content.value, body: decidedBody(content, before) };
}

const presentValue = ({ value }: OpenFile, { moves, createdAt }: PresentFile): JsonObject =>
  moves ? { createdAt, ...value } : value;

/** The file with the ids that its nested records are served under written into it. */
function writeServedIds(source: OpenFile, format: FileFormat, { data }: PresentFile): OpenFile {
  const value = withServedIds(source.value, data);
  return value === source.value ? source : openFile(format, source.edit(value));
}

/** Spells out a value that has become its default if there is a comment beside it, which would otherwise be lost. */
function preserveNotedDefaults(value: JsonObject, file: OpenFile, kind: Kind): JsonObject {
  const { properties } = entityOf(kind).schema;
  const noted = Object.keys(file.value)
    .filter((key) => !Object.hasOwn(value, key) && properties[key]?.['default'] !== undefined && file.hasNote(key))
    .map((key) => [key, properties[key]!['default']] as const);
  return noted.length === 0 ? value : { ...value, ...(Object.fromEntries(noted) as JsonObject) };
}

const sameContent = (a: FileContent, b: FileContent): boolean => a.body === b.body && sameJson(a.value, b.value);

/** The file's bytes. A new file is read once, so that it passes the limits for reading (SECURITY 7). */
function writeBytes(
  format: FileFormat,
  { value, body }: FileContent,
  source: OpenFile | null,
  order: readonly string[],
): Uint8Array {
  if (source) return source.edit(value, { order, body });
  const bytes = encodeFile(format, value, body);
  decodeFile(format, bytes);
  return bytes;
}
