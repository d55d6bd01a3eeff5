import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { FORMATS } from '../../model/schema/formats.ts';
import { describedIn, resolveSchema, type Schema } from '../../model/schema/schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** Schemas as OpenAPI 3.1 writes them (JSON Schema 2020-12), those with a name collected as components. */
export interface Shapes {
  show(schema: Schema): Json;
  /** The named schemas shown so far, by name. */
  components(): Readonly<Record<string, Json>>;
}

export function createShapes(): Shapes {
  const named = new Map<string, Json>();

  function show(given: Schema): Json {
    const { $id, ...schema } = describedIn(resolveSchema(given));
    if (typeof $id !== 'string') return showPlain(schema);
    const name = $id.charAt(0).toUpperCase() + $id.slice(1);
    if (!named.has(name)) {
      // Registered before it is shown, because it may contain itself.
      named.set(name, {});
      named.set(name, showPlain(schema));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  const showAll = (schemas: Json): Json =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, show(schema as Schema)]));

  /** How keywords are written; others stay as they are. */
  const KEYWORDS: Readonly<Record<string, (value: unknown) => Json>> = {
    properties: (value) => ({ properties: showAll(value as Json) }),
    items: (value) => ({ items: show(value as Schema) }),
    anyOf: (value) => showChoices('anyOf', (value as readonly Schema[]).map(show)),
    oneOf: (value) => ({ oneOf: (value as readonly Json[]).map(showPlain) }),
    // Unknown keys are dropped, and answers may get new ones.
    additionalProperties: (value) => (isPlainObject(value) ? { additionalProperties: show(value) } : {}),
    required: (value) => ((value as readonly string[]).length > 0 ? { required: value } : {}),
    format: (value) => showFormat(String(value)),
    errorMessage: () => ({}),
  };

  const showPlain = (schema: Json): Json =>
    Object.assign({}, ...Object.entries(schema).map(([key, value]) => KEYWORDS[key]?.(value) ?? { [key]: value }));

  return { show, components: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Writes "or null" as a second type if possible. */
function showChoices(keyword: string, choices: readonly Json[]): Json {
  const [first, second] = choices;
  const isNullable = choices.length === 2 && second?.['type'] === 'null' && typeof first?.['type'] === 'string';
  if (!isNullable) return { [keyword]: choices };
  const values = first['enum'] as readonly unknown[] | undefined;
  return { ...first, type: [first['type'], 'null'], ...(values && { enum: [...values, null] }) };
}

/** Explains formats that OpenAPI does not have. */
function showFormat(format: string): Json {
  if (format === 'timestamp') return { format: 'date-time' };
  const { expected } = FORMATS[format] ?? {};
  return expected === undefined ? { format } : { description: expected.charAt(0).toUpperCase() + expected.slice(1) };
}
