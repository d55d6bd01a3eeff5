import { sameJson } from '../../lib/json/sameJson.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Field } from '../../model/fields/field.ts';
import type { Kind } from '../../model/records.ts';
import { decodeFile, type FileContent } from '../codec/decodeFile.ts';
import { type OpenFile, openFile } from '../codec/editFile.ts';
import { encodeFile } from '../codec/encodeFile.ts';
import type { Format } from '../codec/formats.ts';
import type { JsonObject } from '../codec/json/json.ts';
import type { Body } from './body.ts';
import { type RecordToWrite, toFileValue } from './fileValue.ts';
import { bodyOf, takeBody } from './placeBody.ts';
import { withServedIds } from './servedIds.ts';

/** A record and the file that holds it now: plain data, so that another thread can decide. */
export interface FileToDecide {
  readonly record: RecordToWrite;
  /** Also that of the present file. */
  readonly format: Format;
  /** The field that the text below the front matter of a Markdown file is to be. */
  readonly bodyField: Field | undefined;
  /** null for a new record. */
  readonly present: PresentFile | null;
}

export interface PresentFile {
  readonly bytes: Uint8Array;
  /** As it is served. */
  readonly data: object;
  readonly createdAt: string;
  readonly bodyField: Field | undefined;
  /** Whether its path is to be another. A file that moves says when it was made, for git knows only the new path's own beginning. */
  readonly moves: boolean;
}

/** What a file is to be. */
export interface DecidedFile {
  readonly bytes: Uint8Array;
  /** What the bytes say. */
  readonly value: JsonObject;
  /** Its text, if it is Markdown. */
  readonly body: Body | undefined;
}

/** Decides the bytes of a record's file; null where it stays as it is. Throws FileError for what no file may hold. */
export function decideFile({ record, format, bodyField, present }: FileToDecide): DecidedFile | null {
  const source = present && openFile(format, present.bytes);
  const known = source && identify(source, format, present);
  // Record data is JSON: it came from a file or a JSON body.
  const short = toFileValue(record, known && presentValue(known, present)) as JsonObject;
  const value = known ? keepNoted(short, known, record.kind) : short;
  const before = source && { content: source, field: present.bodyField, data: present.data };
  const content = format === 'md' ? takeBody(value, bodyField, before) : { value };
  if (source && !present.moves && sameContent(content, source)) return null;
  const bytes = writeBytes(format, content, known, entityOf(record.kind).order);
  return { bytes, value: content.value, body: bodyOf(content, before) };
}

const presentValue = ({ value }: OpenFile, { moves, createdAt }: PresentFile): JsonObject =>
  moves ? { createdAt, ...value } : value;

/** The file with its nested records' ids in it. */
function identify(source: OpenFile, format: Format, { data }: PresentFile): OpenFile {
  const value = withServedIds(source.value, data);
  return value === source.value ? source : openFile(format, source.edit(value));
}

/** A value that has become its default is spelled out where a comment stands beside it, which would go with it. */
function keepNoted(value: JsonObject, file: OpenFile, kind: Kind): JsonObject {
  const { properties } = entityOf(kind).schema;
  const noted = Object.keys(file.value)
    .filter((key) => !Object.hasOwn(value, key) && properties[key]?.['default'] !== undefined && file.hasNote(key))
    .map((key) => [key, properties[key]!['default']] as const);
  return noted.length === 0 ? value : { ...value, ...(Object.fromEntries(noted) as JsonObject) };
}

const sameContent = (a: FileContent, b: FileContent): boolean => a.body === b.body && sameJson(a.value, b.value);

/** The file's bytes, which pass the limits that they will be read under (SECURITY, 7). */
function writeBytes(
  format: Format,
  { value, body }: FileContent,
  source: OpenFile | null,
  order: readonly string[],
): Uint8Array {
  if (source) return source.edit(value, { order, body });
  const bytes = encodeFile(format, value, body);
  decodeFile(format, bytes);
  return bytes;
}
