import { slugify } from '../../lib/text/slugify.ts';
import type { EntityDef } from '../../model/entity.ts';
import { because } from '../../model/reason.ts';
import { nullable, type ObjectSchema, type Schema } from '../../model/schema/schema.ts';
import { isSlug } from '../../model/text/slug.ts';
import type { InputProblems } from '../problems.ts';

type Json = Readonly<Record<string, unknown>>;

/** Which of an entity's own keys a caller may send. */
export interface InputRules {
  /** Keys the server sets itself. */
  readonly omit: readonly string[];
  /** Required keys that callers may leave out, because the server can make them. */
  readonly made?: readonly string[];
}

/** The bodies of create and update, derived from an entity's schema. Null clears a value, or resets it to its default. */
export function inputSchemas(
  def: EntityDef<unknown>,
  { omit, made = [] }: InputRules,
): { create: ObjectSchema<Json>; update: ObjectSchema<Json> } {
  const given = Object.entries(def.schema.properties).filter(([key]) => !omit.includes(key));
  const isRequired = (key: string, schema: Schema): boolean =>
    def.schema.required.includes(key) && !('default' in schema) && !made.includes(key);
  const properties = Object.fromEntries(
    given.map(([key, schema]) => [key, isRequired(key, schema) ? schema : nullable(withoutDefault(schema))]),
  );
  const required = given.filter(([key, schema]) => isRequired(key, schema)).map(([key]) => key);
  const schema = { type: 'object', properties, additionalProperties: false } as const;
  return { create: { ...schema, required }, update: { ...schema, required: [] } };
}

const withoutDefault = ({ default: _, ...schema }: Schema): Schema => schema;

/** Merges `input` over a record's data (null for a new record), key by key; what it leaves out stays. */
export function mergeInput<T extends object>(def: EntityDef<T>, before: T | null, input: Json): T {
  const { properties } = def.schema;
  const merged: Record<string, unknown> = { ...defaultsOf(properties), ...before };
  for (const [key, value] of Object.entries(input)) {
    if (value !== null) merged[key] = value;
    else if ('default' in properties[key]!) merged[key] = properties[key]!['default'];
    else delete merged[key];
  }
  // Validation follows: the writer checks every draft against the entity's schema.
  return merged as T;
}

const defaultsOf = (properties: ObjectSchema['properties']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, schema]) => ('default' in schema ? [[key, schema['default']]] : [])),
  );

/** A new record's body with its slug, made from the name if it has none; notes a problem if that is impossible. */
export function withSlug(input: Json, problems: InputProblems): Json {
  if (input['slug'] != null) return input;
  const slug = slugify(String(input['name'] ?? ''));
  if (!isSlug(slug) && !problems.has(['name']))
    problems.add(['slug'], because('required', 'is required: none can be made from the name', {}));
  return { ...input, slug };
}
