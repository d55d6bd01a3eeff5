import type { FieldsSchema } from '../fields/field.ts';

/** JSON Schema fragments (draft 7, checked by ajv) that carry their TypeScript type. */
declare const TYPE: unique symbol;
const TARGET = Symbol('target');

export interface Schema<T = unknown> {
  readonly [TYPE]?: T;
  readonly [TARGET]?: () => Schema<T>;
  readonly [keyword: string]: unknown;
}
export type Infer<S> = S extends Schema<infer T> ? T : never;

type PropertySchemas = Readonly<Record<string, Schema>>;
type Flat<T> = { readonly [K in keyof T]: T[K] };
type Members<R extends PropertySchemas, O extends PropertySchemas> = Flat<
  { [K in keyof R]: Infer<R[K]> } & { [K in keyof O]?: Infer<O[K]> }
>;

export interface ObjectSchema<T = unknown> extends Schema<T> {
  readonly type: 'object';
  readonly properties: PropertySchemas;
  readonly required: readonly string[];
}

type Keywords = Readonly<Record<string, unknown>>;

/** A string of at most 10,000 characters unless `maxLength` says otherwise: every string is bounded. */
export const text = (keywords: Keywords = {}): Schema<string> => ({ type: 'string', maxLength: 10_000, ...keywords });
/** A name or a title that is not blank. */
export const label = (maxLength: number): Schema<string> =>
  text({ maxLength, pattern: '\\S', errorMessage: 'must not be empty' });
export const integer = (keywords: Keywords = {}): Schema<number> => ({ type: 'integer', ...keywords });
export const number = (keywords: Keywords = {}): Schema<number> => ({ type: 'number', ...keywords });
export const flag = (): Schema<boolean> => ({ type: 'boolean' });
/** A point in time in ISO 8601; a date alone means midnight in UTC. Stored records hold `2026-01-05T09:00:00.000Z`. */
export const timestamp = (): Schema<string> => ({ type: 'string', format: 'timestamp' });
export const choice = <const V extends string>(...values: readonly V[]): Schema<V> => ({
  type: 'string',
  enum: values,
});
export const numberChoice = <const V extends number>(...values: readonly V[]): Schema<V> => ({
  type: 'integer',
  enum: values,
});
export const list = <T>(items: Schema<T>, keywords: Keywords = {}): Schema<readonly T[]> => ({
  type: 'array',
  items,
  maxItems: 10_000,
  ...keywords,
});
/** An object with any keys, whose values all have one schema. */
export const record = <T>(values: Schema<T>): Schema<Readonly<Record<string, T>>> => ({
  type: 'object',
  additionalProperties: values,
  maxProperties: 10_000,
});
/** An object that is kept as it is. */
export const anyObject = (): Schema<Readonly<Record<string, unknown>>> => ({ type: 'object' });
export const anything = (): Schema<unknown> => ({});
export const nullable = <T>(schema: Schema<T>): Schema<T | null> => ({ anyOf: [schema, { type: 'null' }] });
export const withDefault = <T>(schema: Schema<T>, value: NoInfer<T>): Schema<T> => ({ ...schema, default: value });

/** An object whose unknown keys are dropped. Keys of `optional` may be absent (but not undefined). */
export function object<R extends PropertySchemas, O extends PropertySchemas = Record<never, never>>(
  required: R,
  optional?: O,
): ObjectSchema<Members<R, O>> {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

/** An id in a request: see `parseId`. */
export const idInput = (): Schema<number | string> => ({ type: ['integer', 'string'], maxLength: 20 });

/** One segment: the key of a record, or a mention of a type, a term or a record. */
export const key = (): Schema<string> => ({ type: 'string', format: 'key' });
/** One segment: the slug of a type, menu, taxonomy or term. */
export const slug = (): Schema<string> => ({ type: 'string', format: 'slug' });
export const pageSlug = (): Schema<string> => ({ type: 'string', format: 'pageSlug' });
/** The reason for a write, kept in its commit. */
export const revisionNote = (): Schema<string> => ({ type: 'string', format: 'revisionNote' });
/** The address of a link. */
export const href = (): Schema<string> => text({ maxLength: 2000, format: 'href' });
export const locale = (): Schema<string> => ({ type: 'string', format: 'locale' });
/** The id of a nested record; 0 if the file gives none (DESIGN, "Ids"). */
export const nestedId = (): Schema<number> => withDefault(integer({ minimum: 0, maximum: 2 ** 31 - 1 }), 0);
/** A list of fields, an object of them by name, or a JSON Schema object; returned as it was sent. */
export const fieldsSchema = (): Schema<FieldsSchema> =>
  withDefault({ type: ['array', 'object'], maxItems: 500, maxProperties: 500 }, []);

/** The rules of a type: each is checked by itself, so that one that is wrong takes nothing else away. */
export const typeRules = (): Schema<readonly unknown[]> => ({
  ...list(anything(), { maxItems: 100 }),
  description: 'Rules that records of the type follow, as the documentation of rules describes them',
});

/** The migrations of a type: each is read by itself, as with rules. */
export const typeMigrations = (): Schema<readonly unknown[]> => ({
  ...list(anything(), { maxItems: 1000 }),
  description: 'Changes of the type that its records have been brought along with, oldest first',
});

/** A schema with a name of its own in the description of the interface. */
export const namedSchema = <T>(name: string, schema: Schema<T>): Schema<T> => ({ $id: name, ...schema });

/** A reference to a schema from inside itself, by its `$id`; `resolveSchema` returns the schema. */
export const recursive = <T>(id: string, target: () => Schema<T>): Schema<T> => ({ $ref: id, [TARGET]: target });
export const resolveSchema = (schema: Schema): Schema => schema[TARGET]?.() ?? schema;

/** The schema that describes a body. If the handler validates the body itself, that is the first of two choices, and the second lets everything pass. */
export function describedIn(schema: Schema): Schema {
  const [described, rest] = (schema['anyOf'] ?? []) as readonly Schema[];
  return described && rest && Object.keys(rest).length === 0 ? described : schema;
}
