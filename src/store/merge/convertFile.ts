import { bodyField } from '../../model/body.ts';
import type { Field } from '../../model/fields/field.ts';
import type { RecordSchema } from '../../model/merge/mergeRecordData.ts';
import { decodeFile } from '../codec/decodeFile.ts';
import { encodeFile } from '../codec/encodeFile.ts';
import { FileError } from '../codec/fileError.ts';
import type { FileFormat } from '../codec/formats.ts';
import type { JsonObject } from '../codec/json/json.ts';
import { readBody, takeBody } from '../record/body.ts';
import { insertBody, mayHaveBody } from '../record/insertBody.ts';

/** The field that the text of a record's Markdown file belongs to; undefined if its type marks none. */
export function bodyFieldIn(record: JsonObject, { kind, schemas }: RecordSchema): Field | undefined {
  // Kinds with a body always name their content type in `type`.
  const schema = mayHaveBody(kind) ? schemas.ofContentType(String(record['type'] ?? '')) : undefined;
  return schema && bodyField(schema);
}

/** Converts a record's file to another format. Throws FileError if it is broken, or its text belongs to no field. */
export function convertFile(
  bytes: Uint8Array,
  { from, to }: { readonly from: FileFormat; readonly to: FileFormat },
  schema: RecordSchema,
): Uint8Array {
  if (from === to) return bytes;
  const { value, body: text } = decodeFile(from, bytes);
  const field = bodyFieldIn(value, schema);
  const body = readBody(text);
  if (body && !field)
    throw new FileError(
      'SCHEMA',
      'The text below the front matter belongs to no field: its content type has none for it',
    );
  const schemaOf = schema.schemas.ofContentType;
  // The value and the document in it are JSON.
  const whole = insertBody({ kind: schema.kind, ...(body && { body }) }, value, schemaOf) as JsonObject;
  const content = to === 'md' ? takeBody(whole, field, null) : { value: whole };
  return encodeFile(to, content.value, content.body);
}
