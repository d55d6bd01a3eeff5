import { isDeepStrictEqual } from 'node:util';
import { bodyField } from '../../model/body.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Lookup, Problem } from '../../model/entry.ts';
import type { Field, FieldsSchema } from '../../model/fields/field.ts';
import type { Kind } from '../../model/records.ts';
import type { ValuePath } from '../../model/reference.ts';
import type { FileContent } from '../codec/decodeFile.ts';
import type { JsonObject } from '../codec/json/json.ts';
import type { FileRecord } from '../file/fileRecord.ts';
import { BODY_WRITERS, type Body, knownBody, readBody } from './body.ts';

/** The schema of a content type; undefined where there is none. */
export type SchemaOf = (type: string) => FieldsSchema | undefined;

/** The schemas of the content types that there are. */
export const schemasIn =
  (lookup: Pick<Lookup, 'byKey'>): SchemaOf =>
  (type) =>
    lookup.byKey('contentType', type)?.data.fieldsSchema;

type Json = Readonly<Record<string, unknown>>;

/** Whether files of a kind may be Markdown. */
export const mayHaveBody = (kind: Kind): boolean => entityOf(kind).bodyType !== undefined;

/** The content type that decides about the text of a file. */
const bodyTypeOf = ({ kind, data }: { readonly kind: Kind; readonly data: object }): string | undefined =>
  entityOf(kind).bodyType?.(data);

/** The field that is the body of a record's Markdown file. */
export function bodyFieldOf(kind: Kind, data: object, schemaOf: SchemaOf): Field | undefined {
  const type = bodyTypeOf({ kind, data });
  const schema = type === undefined ? undefined : schemaOf(type);
  return schema && bodyField(schema);
}

// Kinds with a body are those whose data has `fields`.
const fieldsOf = (data: object): Json => ((data as Json)['fields'] as Json | null | undefined) ?? {};

/** The data of a record with the text below its front matter in its field. */
export function placeBody({ kind, body }: Pick<FileRecord, 'kind' | 'body'>, data: object, schemaOf: SchemaOf): object {
  const field = body && bodyFieldOf(kind, data, schemaOf);
  return field ? { ...data, fields: { ...fieldsOf(data), [field.name]: bodyValue(body, field) } } : data;
}

const bodyValue = ({ text, document }: Body, { type }: Field): unknown => (type === 'markdown' ? text : document);

/** What is wrong with where the text of a file stands. */
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
  if (fieldsOf(data)[field.name] === undefined) return undefined;
  return problem(`says "fields.${field.name}" in its front matter and in the text below, which is served`, [
    'fields',
    field.name,
  ]);
}

/** A Markdown file as it is before a write. */
interface TextBefore {
  readonly content: FileContent;
  /** The field that its text is. */
  readonly field: Field | undefined;
  /** The data of its record, the text in its field. */
  readonly data: object;
}

/**
 * What a Markdown file is to hold: `value` with the value of `field` taken out and written below it. What cannot be
 * said there stays in the front matter.
 */
export function takeBody(value: JsonObject, field: Field | undefined, before: TextBefore | null): FileContent {
  const present = before?.content.body ?? '';
  const stored = field && fieldsOf(value)[field.name];
  // A text that was nobody's stays what it is until a field takes it.
  if (stored === undefined) return { value, body: before?.field ? '' : present };
  const body = saysAlready(stored, field!, before) ? present : BODY_WRITERS[field!.type]?.(stored, present);
  return body === undefined ? { value, body: '' } : { value: withoutField(value, field!.name, before), body };
}

/** Whether the text is what a field is to be. To find that out by reading it would take long. */
function saysAlready(stored: unknown, { name, type }: Field, before: TextBefore | null): boolean {
  const { field, content, data } = before ?? {};
  const isSameField = field?.name === name && field.type === type;
  return isSameField && Boolean(content?.body?.trim()) && isDeepStrictEqual(fieldsOf(data!)[name], stored);
}

/**
 * What the text of a file says that has been decided, without reading it again where it is the one that was there:
 * documents take long to read.
 */
export function bodyOf({ body }: FileContent, before: TextBefore | null): Body | undefined {
  const isKnown = before?.field?.type === 'richtext' && body === before.content.body && body?.trim();
  return isKnown ? knownBody(body!, fieldsOf(before.data)[before.field!.name]) : readBody(body);
}

/** Without the field, and without `fields` where nothing else is in it, unless the file says so itself. */
function withoutField(value: JsonObject, name: string, before: TextBefore | null): JsonObject {
  const { [name]: _, ...others } = fieldsOf(value);
  const { fields: __, ...rest } = value;
  const isNeeded = Object.keys(others).length > 0 || Object.hasOwn(before?.content.value ?? {}, 'fields');
  // What is left of a JSON value is one.
  return (isNeeded ? { ...value, fields: others } : rest) as JsonObject;
}

/** The served Markdown files: content types decide which field their text is, and may change their mind. */
interface Bodies {
  /** A record's data with its text in its field. */
  place(record: FileRecord, data: object): object;
  drop(record: FileRecord): void;
  /** The files whose text one of these content types decides about. */
  ofTypes(types: ReadonlySet<string>): readonly FileRecord[];
  problems(): readonly Problem[];
}

export function createBodies(schemaOf: SchemaOf): Bodies {
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
