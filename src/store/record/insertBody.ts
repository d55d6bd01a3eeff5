import { bodyField, type RecordBody } from '../../model/body.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Lookup, Problem } from '../../model/entry.ts';
import type { Field, FieldsSchema } from '../../model/fields/field.ts';
import type { Kind } from '../../model/records.ts';
import type { ValuePath } from '../../model/reference.ts';
import type { FileRecord } from '../file/fileRecord.ts';

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
export const dataFields = (data: object): Json => ((data as Json)['fields'] as Json | null | undefined) ?? {};

/** The data of a record, with the text below its front matter put into its field. */
export function insertBody(
  { kind, body }: Pick<FileRecord, 'kind' | 'body'>,
  data: object,
  schemaOf: SchemaOf,
): object {
  const field = body && bodyFieldOf(kind, data, schemaOf);
  return field ? { ...data, fields: { ...dataFields(data), [field.name]: bodyValue(body, field) } } : data;
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
      return insertBody(record, data, schemaOf);
    },
    drop: (record) => void records.delete(record),
    ofTypes: (types) => (types.size === 0 ? [] : [...records].filter((record) => types.has(bodyTypeOf(record) ?? ''))),
    problems: () => [...records].flatMap((record) => findBodyProblem(record, schemaOf) ?? []),
  };
}
