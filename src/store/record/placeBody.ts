import { isDeepStrictEqual } from 'node:util';
import { bodyField } from '../../model/body.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Lookup, Problem } from '../../model/entry.ts';
import type { Field, FieldsSchema } from '../../model/fields/field.ts';
import type { Kind } from '../../model/records.ts';
import type { ValuePath } from '../../model/reference.ts';
import { decodeFile, type FileContent } from '../codec/decodeFile.ts';
import type { FileFormat } from '../codec/formats.ts';
import type { JsonObject } from '../codec/json/json.ts';
import type { FileRecord } from '../file/fileRecord.ts';
import { BODY_WRITERS, knownBody, type RecordBody, readBody } from './body.ts';

/** Finds the schema of a content type; undefined if there is none. */
export type SchemaOf = (type: string) => FieldsSchema | undefined;

/** Looks up schemas in the content types of a store. */
export const createSchemaLookup =
  (lookup: Pick<Lookup, 'byKey'>): SchemaOf =>
  (type) =>
    lookup.byKey('contentType', type)?.data.fieldsSchema;

type Json = Readonly<Record<string, unknown>>;

/** Whether files of a kind may be Markdown. */
export const mayHaveBody = (kind: Kind): boolean => entityOf(kind).bodyType !== undefined;

/** The content type that decides which field the text of a file is. */
const bodyTypeOf = ({ kind, data }: { readonly kind: Kind; readonly data: object }): string | undefined =>
  entityOf(kind).bodyType?.(data);

/** The field that is written as the body of a record's Markdown file. */
export function bodyFieldOf(kind: Kind, data: object, schemaOf: SchemaOf): Field | undefined {
  const type = bodyTypeOf({ kind, data });
  const schema = type === undefined ? undefined : schemaOf(type);
  return schema && bodyField(schema);
}

// All kinds with a body have `fields` in their data.
const dataFields = (data: object): Json => ((data as Json)['fields'] as Json | null | undefined) ?? {};

/** The data of a record, with the text below its front matter put into its field. */
export function placeBody({ kind, body }: Pick<FileRecord, 'kind' | 'body'>, data: object, schemaOf: SchemaOf): object {
  const field = body && bodyFieldOf(kind, data, schemaOf);
  return field ? { ...data, fields: { ...dataFields(data), [field.name]: bodyValue(body, field) } } : data;
}

/** The value of a record's file, with the text of a Markdown file in its field. Throws FileError if it cannot be read. */
export function decodeData(
  { kind, format, bytes }: { readonly kind: Kind; readonly format: FileFormat; readonly bytes: Uint8Array },
  schemaOf: SchemaOf,
): object {
  const { value, body: text } = decodeFile(format, bytes);
  const body = readBody(text);
  return placeBody({ kind, ...(body && { body }) }, value, schemaOf);
}

const bodyValue = ({ text, document }: RecordBody, { type }: Field): unknown => (type === 'markdown' ? text : document);

/** The problem of a text that belongs to no field, or to one that the front matter has too. */
function findBodyProblem({ kind, path, body, data }: FileRecord, schemaOf: SchemaOf): Problem | undefined {
  if (!body) return undefined;
  const type = bodyTypeOf({ kind, data }) ?? '';
  const field = bodyFieldOf(kind, data, schemaOf);
  if (!field && schemaOf(type) === undefined) return undefined;
  const problem = (message: string, at: ValuePath): Problem => ({ path, at, code: 'SCHEMA', message });
  if (!field)
    return problem(
      `has text below its front matter, but no field of the content type "${type}" is marked "body: true"`,
      [],
    );
  if (dataFields(data)[field.name] === undefined) return undefined;
  return problem(`says "fields.${field.name}" in its front matter and in the text below, which is served`, [
    'fields',
    field.name,
  ]);
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

/** The served Markdown files. Their content types decide which field their text is, and may change. */
interface BodyIndex {
  /** A record's data, with its text put into its field. */
  place(record: FileRecord, data: object): object;
  drop(record: FileRecord): void;
  /** The files whose text depends on one of these content types. */
  ofTypes(types: ReadonlySet<string>): readonly FileRecord[];
  problems(): readonly Problem[];
}

export function createBodies(schemaOf: SchemaOf): BodyIndex {
  const records = new Set<FileRecord>();
  return {
    place(record, data) {
      if (record.body) records.add(record);
      return placeBody(record, data, schemaOf);
    },
    drop: (record) => void records.delete(record),
    ofTypes: (types) => (types.size === 0 ? [] : [...records].filter((record) => types.has(bodyTypeOf(record) ?? ''))),
    problems: () => [...records].flatMap((record) => findBodyProblem(record, schemaOf) ?? []),
  };
}
