import { isFieldType } from './kinds/kinds.ts';
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

/** A property of a JSON Schema read as a field definition. */
interface ReadProperty {
  readonly definition: Values;
  /** Where the definition's nested fields stand, relative to the property. */
  readonly nestedPath: readonly string[];
}

/** JSON Schema's formats that a field type stands for. */
const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['date', 'date'],
  ['date-time', 'datetime'],
  ['email', 'email'],
  ['uri', 'url'],
]);
/** A text that may be longer is written in a box of several lines. */
const MAX_LINE = 255;

const isProperties = (schema: Values): boolean => isMapping(schema['properties']);
/** A schema with properties says nothing else, whether it names its type or not. */
const asObject = (schema: Values): Values => ({ ...schema, type: 'object' });
const isChoice = (schema: Values): boolean =>
  Array.isArray(schema['enum']) && schema['enum'].every((one) => typeof one === 'string');

/** The one type that a schema names; `null` beside it says what every field may be anyway. */
function typeOf({ type }: Values): unknown {
  if (!Array.isArray(type)) return type;
  const types = type.filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

const readers: Readonly<Record<string, (schema: Values) => Values>> = {
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

/** The field definition that a property of a JSON Schema comes nearest to; what is unclear accepts any JSON. */
function readProperty(name: string, property: unknown, isRequired: boolean): ReadProperty {
  const schema = isMapping(property) ? property : {};
  const type = typeOf(schema) ?? (isChoice(schema) ? 'string' : undefined);
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
