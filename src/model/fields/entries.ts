import { readProperty } from './jsonSchema.ts';
import { isFieldType } from './kinds.ts';
import { isMapping, type Values } from './values.ts';

/** One entry of a fieldsSchema, whichever of its three forms it stands in. */
export interface SchemaEntry {
  /** Where it stands in the schema. */
  readonly path: readonly string[];
  /** A field definition as a list has it, if it is one. */
  readonly definition: unknown;
  /** Where its nested fields stand, relative to the entry. */
  readonly nestedPath: readonly string[];
}

const NESTED = ['fields'];

const looksLikeField = (value: unknown): boolean =>
  isMapping(value) || (typeof value === 'string' && isFieldType(value));

/** An object of fields by name could hold one called `type`: then its other entries look like fields. */
export function isJsonSchema(schema: Values): boolean {
  if (schema['type'] !== 'object') return false;
  if (isMapping(schema['properties'])) return true;
  return !Object.entries(schema).some(([key, value]) => key !== 'type' && looksLikeField(value));
}

function jsonSchemaEntries(schema: Values): readonly SchemaEntry[] {
  const properties = isMapping(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, property]) => ({
    path: ['properties', name],
    ...readProperty(name, property, required.includes(name)),
  }));
}

function namedDefinition(name: string, value: unknown): unknown {
  if (typeof value === 'string') return { name, type: value };
  return isMapping(value) ? { ...value, name } : value;
}

/** The entries of a list of fields, of an object of them by name, or of a JSON Schema object, in order. */
export function entriesOf(schema: unknown): readonly SchemaEntry[] {
  if (Array.isArray(schema)) {
    return schema.map((definition, index) => ({ path: [String(index)], definition, nestedPath: NESTED }));
  }
  if (!isMapping(schema)) return [];
  if (isJsonSchema(schema)) return jsonSchemaEntries(schema);
  return Object.entries(schema).map(([name, value]) => ({
    path: [name],
    definition: namedDefinition(name, value),
    nestedPath: NESTED,
  }));
}
