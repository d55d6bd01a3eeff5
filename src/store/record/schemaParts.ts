import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { ObjectSchema, Schema } from '../../model/schema/schema.ts';
import { type SchemaShape, schemaShape } from '../../model/schema/schemaShape.ts';

type Json = Readonly<Record<string, unknown>>;

const propertyOf = (shape: SchemaShape, key: string): Schema | undefined =>
  shape.type === 'object' && Object.hasOwn(shape.schema.properties, key) ? shape.schema.properties[key] : undefined;

/** Applies `change` to every known member and item one level below; what the schema does not describe stays. */
export function mapParts(given: Schema, value: unknown, change: (schema: Schema, part: unknown) => unknown): unknown {
  const shape = schemaShape(given);
  if (shape.type === 'list' && Array.isArray(value)) return value.map((item) => change(shape.items, item));
  if (!isPlainObject(value)) return value;
  const schemaOf = (key: string): Schema | undefined =>
    shape.type === 'values' ? shape.values : propertyOf(shape, key);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const schema = schemaOf(key);
      return [key, schema ? change(schema, part) : part];
    }),
  );
}

/** Removes known keys that are null: in a file an empty key (`publishedAt:`) means an absent one. */
export const withoutNullKeys = (schema: ObjectSchema, value: Json): Json =>
  // Few files hold a null, and looking for one costs a tenth of making a copy.
  containsNull(value) ? (dropNulls(schema, value) as Json) : value;

function containsNull(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  if (value === null) return true;
  for (const key in value) if (containsNull((value as Json)[key])) return true;
  return false;
}

function dropNulls(schema: Schema, value: unknown): unknown {
  const shape = schemaShape(schema);
  const isKept = ([key, part]: readonly [string, unknown]): boolean =>
    part !== null || shape.type !== 'object' || !Object.hasOwn(shape.schema.properties, key);
  const kept = isPlainObject(value) ? Object.fromEntries(Object.entries(value).filter(isKept)) : value;
  return mapParts(schema, kept, dropNulls);
}
