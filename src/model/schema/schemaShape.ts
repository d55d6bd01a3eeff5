import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { type ObjectSchema, resolveSchema, type Schema } from './schema.ts';

const isSchema = (value: unknown): value is Schema => isPlainObject(value);
const isObjectSchema = (schema: Schema): schema is ObjectSchema => isPlainObject(schema['properties']);

/** What a schema describes: an object with known keys, an object whose values have one schema, a list, or a single value. */
export type SchemaShape =
  | { readonly type: 'object'; readonly schema: ObjectSchema }
  | { readonly type: 'values'; readonly values: Schema }
  | { readonly type: 'list'; readonly items: Schema }
  | { readonly type: 'leaf'; readonly schema: Schema };

export function schemaShape(given: Schema): SchemaShape {
  const schema = resolveSchema(given);
  const { additionalProperties: values, items } = schema;
  if (isObjectSchema(schema)) return { type: 'object', schema };
  if (isSchema(values)) return { type: 'values', values };
  return isSchema(items) ? { type: 'list', items } : { type: 'leaf', schema };
}
