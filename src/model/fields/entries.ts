import { isFieldType } from './field.ts';
import { type FieldValues, isMapping } from './values.ts';

/** One entry of a fieldsSchema in any of its three forms. */
export interface SchemaEntry {
  /** Where it is in the schema. */
  readonly path: readonly string[];
  /** The field definition, in the form of the list, if the entry is one. */
  readonly definition: unknown;
  /** Where its nested fields are, relative to the entry. */
  readonly nestedPath: readonly string[];
}

const NESTED = ['fields'];

const looksLikeField = (value: unknown): boolean =>
  isMapping(value) || (typeof value === 'string' && isFieldType(value));

/** Whether a schema is a JSON Schema. An object of fields by name may hold a field called `type`: then its other entries look like fields. */
export function isJsonSchema(schema: FieldValues): boolean {
  if (schema['type'] !== 'object') return false;
  if (isMapping(schema['properties'])) return true;
  return !Object.entries(schema).some(([key, value]) => key !== 'type' && looksLikeField(value));
}

function jsonSchemaEntries(schema: FieldValues): readonly SchemaEntry[] {
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
export function schemaEntries(schema: unknown): readonly SchemaEntry[] {
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

/** A property of a JSON Schema read as a field definition. */
interface ReadProperty {
  readonly definition: FieldValues;
  /** Where the definition's nested fields are, relative to the property. */
  readonly nestedPath: readonly string[];
}

/** The field types for JSON Schema's formats. */
const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['date', 'date'],
  ['date-time', 'datetime'],
  ['email', 'email'],
  ['uri', 'url'],
]);
/** Text that may be longer than this gets an input of several lines. */
const MAX_LINE = 255;

const isProperties = (schema: FieldValues): boolean => isMapping(schema['properties']);
/** A schema with properties is an object, whether it names that type or not. */
const asObject = (schema: FieldValues): FieldValues => ({ ...schema, type: 'object' });
const isChoice = (schema: FieldValues): boolean =>
  Array.isArray(schema['enum']) && schema['enum'].every((one) => typeof one === 'string');

/** The single type that a schema names. `null` beside it is ignored: every field may be null. */
function singleType({ type }: FieldValues): unknown {
  if (!Array.isArray(type)) return type;
  const types = type.filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

const readers: Readonly<Record<string, (schema: FieldValues) => FieldValues>> = {
  string(schema) {
    if (isChoice(schema)) return { type: 'select', options: schema['enum'] };
    const bounds = { min: schema['minLength'], max: schema['maxLength'], pattern: schema['pattern'] };
    const format = FORMATS.get(schema['format']);
    if (format !== undefined) return { type: format, pattern: schema['pattern'] };
    return { type: Number(schema['maxLength']) > MAX_LINE ? 'textarea' : 'text', ...bounds };
  },
  number: (schema) => ({ type: 'number', min: schema['minimum'], max: schema['maximum'] }),
  integer: (schema) => ({ type: 'integer', min: schema['minimum'], max: schema['maximum'] }),
  boolean: () => ({ type: 'boolean' }),
  object: (schema) => (isProperties(schema) ? { type: 'object', fields: asObject(schema) } : { type: 'json' }),
  array(schema) {
    const items = isMapping(schema['items']) ? schema['items'] : {};
    const bounds = { min: schema['minItems'], max: schema['maxItems'] };
    if (isProperties(items)) return { type: 'repeater', fields: asObject(items), ...bounds };
    return isChoice(items) ? { type: 'multiselect', options: items['enum'], ...bounds } : { type: 'json' };
  },
};

/** The closest field definition for a property of a JSON Schema; an unclear property accepts any JSON. */
function readProperty(name: string, property: unknown, isRequired: boolean): ReadProperty {
  const schema = isMapping(property) ? property : {};
  const type = singleType(schema) ?? (isChoice(schema) ? 'string' : undefined);
  const read = typeof type === 'string' && Object.hasOwn(readers, type) ? readers[type] : undefined;
  const definition = {
    name,
    label: schema['title'],
    help: schema['description'],
    default: schema['default'],
    required: isRequired,
    ...(read?.(schema) ?? { type: 'json' }),
  };
  return { definition, nestedPath: type === 'array' ? ['items'] : [] };
}
