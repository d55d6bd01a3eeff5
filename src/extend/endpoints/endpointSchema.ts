import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import {
  anything,
  flag,
  integer,
  number,
  type ObjectSchema,
  object,
  type Schema,
  text,
} from '../../model/schema/schema.ts';
import type { EndpointDefinition, QuerySchema, QueryType } from '../endpoint.ts';

const BY_NAME = { string: text, number, integer, boolean: flag } satisfies Readonly<Record<QueryType, () => Schema>>;

/** Anything is accepted under the name of no type: that is told as a mistake. */
const schemaOf = (name: string): Schema =>
  (BY_NAME as Readonly<Record<string, (() => Schema) | undefined>>)[name]?.() ?? anything();

/** Whether a parameter may be left out. */
const isOptional = (name: string, schema: Schema): boolean => name.endsWith('?') || 'default' in schema;

/** The schema of an endpoint's query. */
export function toQuerySchema(query: QuerySchema): ObjectSchema {
  const all = Object.entries(query).map(([name, given]) => ({
    name,
    // A JSON Schema is an object of keywords.
    schema: typeof given === 'string' ? schemaOf(given) : (given as Schema),
  }));
  const toProperties = (some: typeof all): Readonly<Record<string, Schema>> =>
    Object.fromEntries(some.map(({ name, schema }) => [name.replace(/\?$/, ''), schema]));
  return object(
    toProperties(all.filter(({ name, schema }) => !isOptional(name, schema))),
    toProperties(all.filter(({ name, schema }) => isOptional(name, schema))),
  );
}

/** The schema of an endpoint's body. Objects whose properties are listed have no others, unless it says so. */
export const toBodySchema = ({ body }: Pick<EndpointDefinition, 'body'>): Schema | undefined =>
  body && (closeObjects(body) as Schema);

/** The schema of an endpoint's answer. */
export const toAnswerSchema = ({ answer }: Pick<EndpointDefinition, 'answer'>): Schema =>
  answer ? (answer as Schema) : anything();

function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (!isPlainObject(schema)) return schema;
  const closed = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, closeValue(keyword, value)]),
  );
  return 'properties' in closed && !('additionalProperties' in closed)
    ? { ...closed, additionalProperties: false }
    : closed;
}

function closeValue(keyword: string, value: unknown): unknown {
  if (DATA.has(keyword)) return value;
  if (keyword !== 'properties' || !isPlainObject(value)) return closeObjects(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, closeObjects(schema)]));
}

/** Keywords whose values are not schemas, but may look like one. */
const DATA: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'examples']);
